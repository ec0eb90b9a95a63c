"""The site's words in its languages, by meaning.

English, Turkish and Russian come from real pages; the others from label maps of other programs.
Words are compared whole and with their case: "Rating" is part of "Performance rating", and the
Turkish "ELO" (FIDE) is not the German "Elo" (whatever the arbiter sorted by).
"""

from collections.abc import Iterable, Mapping

Words = Mapping[str, Mapping[str, tuple[str, ...]]]


def _words(table: Mapping[str, Mapping[str, str]]) -> Words:
    return {
        meaning: {language: tuple(words.split("|")) for language, words in by_language.items()}
        for meaning, by_language in table.items()
    }


FACTS: Words = _words(
    {
        "name": {
            "en": "Name", "tr": "İsim", "de": "Name", "es": "Nombre", "pt": "Nome", "fr": "Nom",
            "ru": "Имя", "sv": "Namn",
        },
        "title": {"en": "Title", "de": "Titel", "tr": "Unvan|Ünvan"},
        "start_number": {
            "en": "Starting rank", "tr": "Başlangıç Sıralaması", "de": "Startrang",
            "es": "Ranking inicial", "pt": "Ranking inicial", "fr": "Rang initial",
            "ru": "Стартовое место", "ro": "Pozitia de start", "sv": "Startnummer",
        },
        "rating": {
            "en": "Rating", "tr": "Rating", "de": "Elo", "es": "Elo", "pt": "Elo",
            "fr": "Classement Elo", "ru": "Рейтинг",
        },
        "national": {
            "en": "Rating national", "tr": "Ulusal rating", "de": "Elo national",
            "es": "Elo nacional", "pt": "Elo nacional", "fr": "Elo national",
            "ru": "Нац.рейтинг",
        },
        "fide": {
            "en": "Rating international", "tr": "Uluslararasi Rating|Uluslararası Rating",
            "de": "Elo intnational|Elo international", "es": "Elo internacional",
            "pt": "Elo internacional", "fr": "Elo FIDE", "ru": "Междун. рейтинг",
        },
        "performance": {
            "en": "Performance rating", "tr": "Rating performans", "de": "Eloperformance",
            "es": "Performance", "pt": "Performance", "fr": "Performance Elo",
            "ru": "Рейтинговый перфоманс", "ro": "Perf.rating", "sv": "prestationsrating",
        },
        "fide_change": {
            "en": "FIDE rtg +/-", "de": "Elo FIDE +/-", "es": "FIDE elo +/-", "fr": "Elo FIDE +/-",
        },
        "points": {
            "en": "Points", "tr": "Puan", "de": "Punkte", "es": "Puntos", "pt": "Pontos",
            "fr": "Points", "ru": "Очки", "ro": "Puncte", "sv": "Poäng",
        },
        "rank": {
            "en": "Rank", "tr": "Sıralama", "de": "Rang", "es": "Puesto", "pt": "Lugar",
            "fr": "Rang", "ru": "Место", "ro": "Locul", "sv": "Placering",
        },
        "federation": {
            "en": "Federation", "tr": "Federasyon", "de": "Föderation", "es": "Federación",
            "pt": "Federação", "fr": "Fédération", "ru": "Федерация",
        },
        "club": {
            "en": "Club/City", "tr": "Kulüp/Şehir", "de": "Verein/Ort", "es": "Club/Ciudad",
            "pt": "Clube/Cidade", "fr": "Club/Ville", "ru": "Клуб/Город",
        },
        "fide_id": {
            "en": "Fide-ID", "de": "Fide-ID", "es": "Código FIDE", "pt": "Número FIDE",
            "fr": "Id FIDE", "ru": "код FIDE",
        },
        "birth_year": {
            "en": "Year of birth", "tr": "Dogum tarihi|Doğum tarihi", "de": "Geburtsjahr",
            "es": "Fecha de nacimiento", "pt": "Ano de nascimento", "fr": "Année naissance",
            "ru": "Год рождения",
        },
    }
)  # fmt: skip

COLUMNS: Words = _words(
    {
        "round": {
            "en": "Rd.", "tr": "Tur", "de": "Rd.", "es": "Rd.", "ru": "Тур", "fi": "krs.",
            "cs": "Kolo.",
        },
        "board": {
            "en": "Bo.", "tr": "Masa", "de": "Br.", "es": "M.", "pt": "Tab.", "ru": "Bo.",
        },
        "start_number": {
            "en": "SNo", "tr": "Bşl.No.", "de": "Snr", "es": "No.Ini.", "pt": "Nº.Inic.",
            "ru": "Ст.ном.", "fi": "SNo", "cs": "St.č.",
        },
        "number": {
            "en": "No.", "tr": "No.", "de": "Nr.", "pt": "Nº.", "ru": "Ном.", "fi": "Nr",
            "cs": "Čís.",
        },
        "rank": {
            "en": "Rk.", "tr": "Sıra", "de": "Rg.", "pt": "Rk.", "ru": "Ст.ном", "fi": "Rk.",
            "cs": "Poř.",
        },
        "name": {
            "en": "Name", "tr": "İsim", "de": "Name", "es": "Nombre", "pt": "Nome", "fr": "Nom",
            "ru": "Имя", "fi": "Nimi",
        },
        "rating": {
            "en": "Rtg", "tr": "Rtg", "de": "Elo", "es": "Elo", "ru": "Рейт.", "fi": "Rtg",
        },
        "fide": {"en": "RtgI", "tr": "ELO", "de": "EloI", "pt": "EloI"},
        "national": {"en": "RtgN", "tr": "UKD", "de": "EloN", "pt": "EloN"},
        "federation": {
            "en": "FED", "tr": "FED", "de": "Land", "es": "FED", "pt": "FED", "ru": "ФЕД.",
            "fi": "FED",
        },
        "club": {
            "en": "Club/City", "tr": "Kulüp/Şehir", "de": "Verein/Ort", "es": "Club/Ciudad",
            "pt": "Clube/Cidade", "ru": "Клуб/Город",
        },
        "sex": {"en": "sex", "tr": "Cinsiyet", "pt": "sexo", "ru": "пол"},
        "points": {
            "en": "Pts.", "tr": "Puan", "de": "Pkt.", "es": "Pts.", "pt": "Pts.", "ru": "Очки",
            "fi": "p.",
        },
        "result": {
            "en": "Res.|Result", "tr": "Sonuç", "de": "Erg.|Ergebnis", "es": "Res.",
            "pt": "Res.|Resultado", "fr": "Résultat", "ru": "Рез.|Результат",
        },
        "white": {
            "en": "White", "tr": "Beyaz", "de": "Weiß", "es": "Blancas", "pt": "Brancas",
            "fr": "Blancs",
        },
        "black": {
            "en": "Black", "tr": "Siyah", "de": "Schwarz", "es": "Negras", "pt": "Pretas",
            "fr": "Noirs",
        },
        "fide_id": {
            "en": "FideID", "tr": "FideID", "pt": "ID FIDE", "fr": "Id FIDE", "ru": "код FIDE",
        },
        "team": {
            "en": "Team", "tr": "Takım", "de": "Mannschaft", "es": "Equipo", "pt": "Equipa",
            "fr": "Équipe", "cs": "Družstvo",
        },
        "expected": {"en": "we"},
        "k": {"en": "K", "tr": "K", "de": "K", "es": "K", "pt": "K", "fr": "K", "ru": "K"},
        "change": {"en": "rtg+/-"},
        "games": {
            "en": "n|Games", "de": "Partien", "es": "Partidas", "pt": "Jogos", "fr": "Parties",
            "cs": "Partie",
        },
        "score": {"en": "w"},
        "difference": {"en": "w-we"},
        "performance": {"en": "Rp", "tr": "Rp", "de": "Rp", "ru": "Rp"},
        "type": {"en": "Typ", "tr": "Tip", "ru": "Тип"},
        "group": {"en": "Gr|Group", "tr": "Gr", "de": "Gruppe", "ru": "Гр"},
        "percent": {"en": "%"},
        "rating_average": {"en": "RtgAvg", "cs": "Rtg prům."},
        "captain": {"en": "Captain"},
        "match_points": {"en": "MP"},
        "wins": {"en": "+"},
        "draws": {"en": "="},
        "losses": {"en": "-"},
        "date": {"en": "Date", "tr": "Tarih", "de": "Datum", "ru": "Дата"},
        "time": {"en": "Time", "tr": "Saat", "de": "Zeit", "ru": "Время"},
        "schedule_round": {"en": "Round", "de": "Runde"},
        "tournament": {"en": "Tournament", "tr": "Turnuva", "de": "Turnier", "ru": "Турнир"},
        "end_date": {"en": "End-Date", "ru": "Дата завершения"},
        "last_update": {"en": "Last update", "tr": "Son güncelleme", "de": "Letzte Aktualisierung"},
        "from": {"en": "from"},
        "to": {"en": "to"},
        "location": {"en": "Location", "tr": "Yer", "de": "Ort"},
        "time_control": {"en": "Time control", "tr": "Zaman kontrolü", "ru": "Контроль времени"},
        "state": {"en": "State"},
        "key": {"en": "dbkey"},
        "fide_event_id": {"en": "EventID"},
    }
)  # fmt: skip

# Columns that are not read on purpose: links to games, national identity numbers, officials.
PASSED_OVER = frozenset(
    {
        "PGN", ":", "ID", "ИН", "ID-No", "Tournament director", "Organizer(s)", "Chief Arbiter",
        "Deputy Chief Arbiter", "Arbiter",
    }
)  # fmt: skip

# The words of a tie-break column, which a number follows: TB1, EB2, "PH 3".
TIE_BREAKS = ("TB", "EB", "Доп", "Desp", "PH", "Wtg")

DETAILS: Words = _words(
    {
        "federation": {
            "en": "Federation", "tr": "Federasyon", "de": "Föderation", "es": "Federación",
            "pt": "Federação", "fr": "Fédération", "ru": "Федерация",
        },
        "time_control": {
            "en": "Time control", "tr": "Zaman kontrolü", "ru": "Контроль времени",
            "es": "Control de tiempo",
        },
        "rounds": {
            "en": "Number of rounds", "tr": "Tur Sayısı", "pt": "Número de rondas",
            "es": "Número de jornadas", "fr": "Nombre de rondes",
            "de": "Anzahl der Runden|Rundenanzahl",
        },
        "type": {"en": "Tournament type", "tr": "Turnuva Tipi", "de": "Turnierart"},
        "rating_calculation": {"en": "Rating calculation", "tr": "Rating hesaplama"},
        "fide_event_id": {"en": "FIDE-Event-ID"},
        "date": {"en": "Date", "tr": "Tarih", "de": "Datum"},
        "location": {"en": "Location", "tr": "Yer", "de": "Ort"},
        "averages": {
            "en": "Rating-Ø / Average age|Rating-Ø", "tr": "Rating-Ø / Ortalama Yaş",
        },
    }
)  # fmt: skip

HEADINGS: Words = _words(
    {
        "card": {"en": "Player info", "ru": "Инфо игрока"},
        "alphabetical": {
            "en": "Alphabetical list", "tr": "Alfabetik Sporcu Listesi",
            "ru": "Список игроков по алфавиту", "fi": "Aakkosellinen pelaajaluettelo",
        },
        "notpaired": {
            "en": "not paired", "tr": "eşlendirilmeyenler", "ru": "без пары", "fi": "ei paria",
            "de": "nicht ausgelost", "pt": "não emparceirado", "es": "sin emparejar",
            "sv": "inte parad",
        },
        "schedule": {
            "en": "Playing schedule|Round-Dates", "tr": "Turnuva Programı", "ru": "Расписание",
            "fi": "Aikataulu", "cs": "Herní plán",
        },
        "statistics": {
            "en": "Statistics", "tr": "İstatistikler", "ru": "Статистика",
            "fi": "Liitto-, peli- ja tittelitilastot",
            "cs": "Statistika federací, partií a titulů",
        },
    }
)  # fmt: skip

# Where no number tells a team from a free round, its name does.
BYES = frozenset({"bye", "Tur", "volno", "spielfrei", "livre", "lewat"})

# The class inside "Time control (…)", and the word by which a value or a name gives it away.
# The Turkish words for rapid and blitz were never seen on the site; these are the usual ones.
TIME_CONTROLS: Words = _words(
    {
        "standard": {"en": "standard|classical", "tr": "standart|klasik"},
        "rapid": {"en": "rapid", "tr": "hızlı|hizli", "de": "schnellschach", "fr": "rapide",
                  "es": "rápido|rápidas", "ru": "рапид|быстрые"},
        "blitz": {"en": "blitz", "tr": "yıldırım|yildirim", "ru": "блиц"},
    }
)  # fmt: skip

RATED_NATIONAL = frozenset({"Rating national", "Ulusal rating", "Elo national", "Elo nacional"})
RATED_FIDE = frozenset(
    {
        "Rating international", "Uluslararasi Rating", "Uluslararası Rating", "intnational",
        "international", "Elo intnational", "Elo international", "Elo internacional",
    }
)  # fmt: skip


def _by_word(words: Words) -> dict[str, str]:
    return {
        word: meaning
        for meaning, by_language in words.items()
        for spellings in by_language.values()
        for word in spellings
    }


FACT = _by_word(FACTS)
COLUMN = _by_word(COLUMNS)
DETAIL = _by_word(DETAILS)
HEADING = _by_word(HEADINGS)
TIME_CONTROL = _by_word(TIME_CONTROLS)

_languages: dict[str, set[str]] = {}
for _table in (FACTS, COLUMNS):
    for _by_language in _table.values():
        for _language, _spellings in _by_language.items():
            for _word in _spellings:
                _languages.setdefault(_word, set()).add(_language)


def language_of(words: Iterable[str]) -> str:
    """Return the code of the language that most words belong to; English where they do not say."""
    votes = {"en": 0}
    for word in words:
        for language in _languages.get(word, ()):
            votes[language] = votes.get(language, 0) + 1
    return max(votes, key=votes.__getitem__)


def speaks(language: str, words: Iterable[str]) -> bool:
    """Say whether all known words belong to a language; where one does not, it is another's."""
    return all(language in _languages[word] for word in words if word in _languages)
