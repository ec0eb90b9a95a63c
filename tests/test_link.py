"""Links: every form that people paste ends in one key, and foreign hosts are refused."""

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scraper.errors import (
    HalfLink,
    LookAlikeHost,
    NotALink,
    OtherPageOfSite,
    OtherSite,
    TnrateError,
)
from scraper.hosts import is_site_host
from scraper.link import OtherPage, TournamentLink, parse_link, parse_other_page

WHOLE = TournamentLink(9417302)
PLAYER = TournamentLink(9417302, 13)

FORMS = [
    ("9417302", WHOLE),
    ("  9417302\n", WHOLE),
    ("tnr9417302", WHOLE),
    ("tnr9417302.aspx", WHOLE),
    ("TNR9417302.ASPX", WHOLE),
    ("/tnr9417302.aspx", WHOLE),
    ("tnr9417302.aspx?art=9&snr=13", PLAYER),
    ("/tnr9417302.aspx?art=9&snr=13", PLAYER),
    ("chess-results.com/tnr9417302.aspx?snr=13", PLAYER),
    ("http://chess-results.com/tnr9417302.aspx", WHOLE),
    ("HTTPS://Chess-Results.COM/Tnr9417302.Aspx?SNR=13", PLAYER),
    ("https://chess-results.com/tnr9417302", WHOLE),
    ("https://chess-results.com/tnr9417302.aspx/", WHOLE),
    ("https://www.chess-results.com/tnr9417302.aspx?lan=8&art=9&snr=13", PLAYER),
    ("https://s1.chess-results.com/tnr9417302.aspx?SNode=S0&snr=13", PLAYER),
    ("https://s2.chess-results.com/tnr9417302.aspx", WHOLE),
    ("https://s3.chess-results.com/tnr9417302.aspx", WHOLE),
    ("https://s17.chess-results.com/tnr9417302.aspx", WHOLE),
    ("https://archive.chess-results.com/tnr9417302.aspx", WHOLE),
    ("https://chess-results.com./tnr9417302.aspx", WHOLE),
    ("https://chess-results.com:443/tnr9417302.aspx?snr=13", PLAYER),
    ("//chess-results.com/tnr9417302.aspx", WHOLE),
    ("https://chess-results.com/tnr9417302.aspx?lan=1&amp;art=9&amp;snr=13", PLAYER),
    ("https://chess-results.com/tnr9417302.aspx?snr=13&utm_source=chat&fbclid=x", PLAYER),
    ("https://chess-results.com/tnr9417302 .aspx?lan=1&art=9&snr=13", PLAYER),
    ("https://chess-results.com/tnr9417302.aspx?lan=11 &art=9 &snr=13", PLAYER),
    ("https://chess-results.com/tnr94\n17302.aspx?snr=13", PLAYER),
    ("<https://chess-results.com/tnr9417302.aspx?snr=13>", PLAYER),
    ("“https://chess-results.com/tnr9417302.aspx”", WHOLE),
    (r"https:\\chess-results.com\tnr9417302.aspx", WHOLE),
    ("https://chess-results.com/tnrWZ.aspx?tno=9417302&snr=13", PLAYER),
    ("https://chess-results.com/tnr9417302.aspx?snr=13#top", PLAYER),
    ("https://chess-results.com/tnr9417302.aspx?art=1&rd=5&turdet=YES&flag=30&wi=821", WHOLE),
    ("https://chess-results.com/tnr9417302.aspx?snr=0", WHOLE),
    ("https://chess-results.com/tnr9417302.aspx?snr=x", WHOLE),
    ("https://chess-results.com/tnr9417302.aspx?snr=", WHOLE),
]


@pytest.mark.parametrize(("given_text", "key"), FORMS)
def test_every_form_of_a_link_ends_in_one_key(given_text: str, key: TournamentLink) -> None:
    """The key is the tournament's number, and the start number where the link has one."""
    assert parse_link(given_text) == key


REFUSED: list[tuple[str, type[TnrateError]]] = [
    ("https://chess-results.com.evil.example/tnr9417302.aspx", LookAlikeHost),
    ("https://evilchess-results.com/tnr9417302.aspx", LookAlikeHost),
    ("https://chess-resu1ts.com/tnr9417302.aspx", LookAlikeHost),
    ("https://chess-results.co/tnr9417302.aspx", LookAlikeHost),
    ("https://chess-results.com@evil.example/tnr9417302.aspx", LookAlikeHost),
    ("chess-results.com@evil.example/tnr9417302.aspx", LookAlikeHost),
    ("https://evil.example/?to=https://chess-results.com/tnr9417302.aspx", LookAlikeHost),
    ("https://evil.example/tnr9417302.aspx", OtherSite),
    ("https://ratings.example/profile/99104136", OtherSite),
    ("http://127.0.0.1/tnr9417302.aspx", OtherSite),
    ("http://[::1]/tnr9417302.aspx", OtherSite),
    ("chess-results.com", HalfLink),
    ("chess-results", HalfLink),
    ("https://chess-res", HalfLink),
    ("https://", HalfLink),
    ("https://chess-results.com/", HalfLink),
    ("https://chess-results.com/t", HalfLink),
    ("https://chess-results.com/tnr", HalfLink),
    ("https://chess-results.com/tnr.aspx?lan=1", HalfLink),
    ("https://chess-results.com/tnrWZ.aspx?lan=1", HalfLink),
    ("https://chess-results.com/tnr0.aspx", HalfLink),
    ("tnr", HalfLink),
    ("0", HalfLink),
    ("https://chess-results.com/TurnierSuche.aspx?lan=1", OtherPageOfSite),
    ("https://chess-results.com/fed.aspx?lan=1&fed=TUR", OtherPageOfSite),
    ("chess-results.com/Kalender.aspx", OtherPageOfSite),
    ("https://chess-results.com/PartieSuche.aspx?art=36&id=1", OtherPageOfSite),
    ("", NotALink),
    ("   ", NotALink),
    ("my tournament", NotALink),
    ("12345678901234567890", NotALink),
    ("ftp://chess-results.com/tnr9417302.aspx", NotALink),
    ("javascript:alert(9417302)", NotALink),
    ("mailto:somebody@evil.example", NotALink),
    ("https://chess-results.com:port/tnr9417302.aspx", NotALink),
    ("https://[chess-results.com/tnr9417302.aspx", NotALink),
]


@pytest.mark.parametrize(("given_text", "error"), REFUSED)
def test_what_is_no_link_of_a_tournament_is_refused_by_its_kind(
    given_text: str, error: type[TnrateError]
) -> None:
    """Look-alikes, other sites, other pages, half links and plain text are told apart."""
    with pytest.raises(error) as refusal:
        parse_link(given_text)
    assert type(refusal.value) is error


def test_a_stand_in_is_accepted_only_when_it_is_named() -> None:
    """A loopback host counts as the site only where TNRATE_SITE names it."""
    link = "http://127.0.0.1:8000/tnr9417302.aspx?snr=13"
    assert parse_link(link, "127.0.0.1") == PLAYER
    with pytest.raises(OtherSite):
        parse_link(link)
    with pytest.raises(OtherSite):
        parse_link(link.replace("127.0.0.1", "127.0.0.2"), "127.0.0.1")


@pytest.mark.parametrize(
    ("host", "inside"),
    [
        ("chess-results.com", True),
        ("S2.Chess-Results.Com", True),
        ("chess-results.com.", True),
        ("a.b.chess-results.com", True),
        ("evilchess-results.com", False),
        ("chess-results.com.evil.example", False),
        ("com", False),
        ("", False),
        (None, False),
    ],
)
def test_the_site_is_its_domain_and_what_lies_under_it(host: str | None, inside: bool) -> None:
    """A host belongs to the site when it equals the domain or ends in a dot and the domain."""
    assert is_site_host(host) is inside


@given(
    number=st.integers(1, 999_999_999),
    start_number=st.none() | st.integers(1, 9999),
    host=st.sampled_from(["", "chess-results.com/", "https://www.chess-results.com/", "/"]),
    extra=st.lists(
        st.tuples(
            st.sampled_from(["lan", "rd", "fed", "turdet", "flag", "SNode", "x"]),
            st.text(string.ascii_letters + string.digits, max_size=5),
        ),
        max_size=5,
    ),
    place=st.integers(0, 5),
)
def test_other_parameters_never_change_the_key(
    number: int,
    start_number: int | None,
    host: str,
    extra: list[tuple[str, str]],
    place: int,
) -> None:
    """Host, language, view and unknown parameters in any order leave the key as it is."""
    pairs = list(extra)
    if start_number is not None:
        pairs.insert(place, ("snr", str(start_number)))
    query = "&".join(f"{name}={value}" for name, value in pairs)
    assert parse_link(f"{host}tnr{number}.aspx?{query}") == TournamentLink(number, start_number)


@given(st.text(max_size=60) | st.text("htps:/chesrultcom.n0123456789?=&#@[]", max_size=60))
def test_any_text_is_a_key_or_a_refusal(text: str) -> None:
    """Whatever is pasted gives a positive number or one of our own errors, nothing else."""
    try:
        link = parse_link(text)
    except TnrateError as refusal:
        assert str(refusal)
        assert refusal.hint
    else:
        assert link.id > 0


@pytest.mark.parametrize(("art", "start_number"), [("9", 3), ("1", 3), ("8", None), ("20", None)])
def test_the_number_of_a_team_is_no_player(art: str, start_number: int | None) -> None:
    """In the views of teams snr is the team's number, so the link names no player."""
    assert parse_link(f"tnr5.aspx?art={art}&snr=3") == TournamentLink(5, start_number)


@pytest.mark.parametrize(
    ("query", "others"),
    [
        ("art=25&fedb=TUR", (("fedb", "TUR"),)),
        ("Art=24&Group=U12", (("group", "U12"),)),
        ("art=24&group=U%2012&lan=8&x=1", (("group", "U 12"),)),
        ("art=25&fedb=", ()),
        ("art=9&snr=1&fed=TUR", ()),
    ],
)
def test_the_filters_of_a_view_are_kept(query: str, others: tuple[tuple[str, str], ...]) -> None:
    """Federation and group of an overview make the view, but no other key of the tournament."""
    link = parse_link(f"https://chess-results.com/tnr5.aspx?{query}")
    assert link.others == others
    assert link == TournamentLink(5, link.start_number)


@pytest.mark.parametrize(
    ("given_text", "page"),
    [
        ("https://chess-results.com/TurnierSuche.aspx?lan=1", OtherPage("TurnierSuche.aspx")),
        ("chess-results.com/turniersuche.ASPX", OtherPage("TurnierSuche.aspx")),
        ("https://s2.chess-results.com/spielersuche.aspx?x=1", OtherPage("SpielerSuche.aspx")),
        (
            "https://chess-results.com/Fed.aspx?lan=8&fed=tur",
            OtherPage("fed.aspx", (("fed", "TUR"),)),
        ),
        ("https://chess-results.com/fed.aspx", OtherPage("fed.aspx")),
        ("https://chess-results.com/Login.aspx", None),
        ("https://chess-results.com/../../etc/passwd", None),
        ("https://chess-results.com/x/../fed.aspx", None),
        ("https://chess-results.com/Kalender.aspx", None),
        ("https://chess-results.com/tnr5.aspx", None),
    ],
)
def test_few_pages_without_a_tournament_are_known(given_text: str, page: OtherPage | None) -> None:
    """The searches and the list of a federation, in any case of letters; nothing else."""
    assert parse_other_page(given_text) == page


def test_other_pages_have_to_be_on_the_site() -> None:
    """A foreign host is refused as in a link of a tournament."""
    with pytest.raises(OtherSite):
        parse_other_page("https://evil.example/fed.aspx")


@pytest.mark.parametrize("after", [")", ".", "\u202c", "»", " "])
def test_what_stands_behind_a_pasted_link_is_left_out(after: str) -> None:
    """Punctuation and invisible marks behind a link do not lose the player."""
    assert parse_link(f"tnr5.aspx?art=9&snr=12{after}") == TournamentLink(5, 12)
