"""Benchmarks: ratios, measured side by side in one run, for machines that are shared and noisy."""
