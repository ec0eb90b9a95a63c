"""The site's words in the languages that the stand-in speaks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Words:
    """The words of one language. The defaults are the English ones."""

    code: str = "ENG"
    player_info: str = "Player info"
    name: str = "Name"
    title: str = "Title"
    starting_rank: str = "Starting rank"
    rating: str = "Rating"
    rating_national: str = "Rating national"
    rating_international: str = "Rating international"
    performance: str = "Performance rating"
    fide_change: str = "FIDE rtg +/-"
    points: str = "Points"
    rank: str = "Rank"
    federation: str = "Federation"
    club: str = "Club/City"
    ident: str = "Ident-Number"
    fide_id: str = "Fide-ID"
    birth_year: str = "Year of birth "

    col_round: str = "Rd."
    col_board: str = "Bo."
    col_start: str = "SNo"
    col_number: str = "No."
    col_rank: str = "Rk."
    col_rating: str = "Rtg"
    col_international: str = "RtgI"
    col_national: str = "RtgN"
    col_fed: str = "FED"
    col_points: str = "Pts."
    col_result: str = "Res."
    col_pairing_result: str = "Result"
    col_white: str = "White"
    col_black: str = "Black"
    col_sex: str = "sex"
    col_fide_id: str = "FideID"
    col_tie_break: str = "TB"
    col_team: str = "Team"
    col_typ: str = "Typ"
    col_group: str = "Gr"
    col_ident: str = "ID"
    col_games: str = "Games"
    col_match_points: str = "MP"
    col_average: str = "RtgAvg"
    col_captain: str = "Captain"
    col_team_group: str = "Group"
    col_date: str = "Date"
    col_time: str = "Time"
    col_round_long: str = "Round"
    letter_white: str = "w"
    letter_black: str = "s"

    bye: str = "bye"
    not_paired: str = "not paired"

    selection: str = "Tournament selection"
    links: str = "Links"
    calendar: str = "Link with tournament calendar"
    parameters: str = "Parameters"
    lists: str = "Lists"
    board_pairings: str = "Board Pairings"
    ranking_after: str = "Ranking list after"
    excel: str = "Excel and Print"
    round_label: str = "Rd."
    start_list: str = "Starting rank"
    alphabetical: str = "Alphabetical list"
    statistics: str = "Statistics"
    schedule: str = "Playing schedule"
    ranking: str = "Rank after Round {round}"
    final_ranking: str = "Final Ranking after {round} Rounds"
    crosstable: str = "Ranking crosstable after Round {round}"
    final_crosstable: str = "Final Ranking crosstable after {round} Rounds"
    start_crosstable: str = "Starting rank crosstable"
    pairings: str = "Pairings/Results"
    round_heading: str = "Round {round}"
    round_heading_dated: str = "Round {round} on {date} at {time}"
    team_start_list: str = "Team-Starting rank"
    team_pairings: str = "Team pairings"
    composition: str = "Team-Composition with round-results"
    composition_only: str = "Team-Composition without round-results"
    player_list: str = "Starting rank list of players"
    board_list: str = "Best player per board"
    annotation: str = "Annotation:"
    fixed_board: str = "This player is assigned to a fixed board."
    show_details: str = "Show tournament details"
    no_details: str = "No tournament details"
    last_update: str = "Last update "
    uploaded_by: str = "Creator/Last Upload"
    complete_list: str = "Show complete list"

    organizer: str = "Organizer(s)"
    chief_arbiter: str = "Chief Arbiter"
    time_control: str = "Time control"
    location: str = "Location"
    rounds: str = "Number of rounds"
    type: str = "Tournament type"
    calculation: str = "Rating calculation"
    date: str = "Date"
    to: str = " to "
    average: str = "Rating-Ø / Average age"
    program: str = "Pairing program"
    fide_event_id: str = "FIDE-Event-ID"
    value_national: str = "Rating national"
    value_international: str = "Rating international"
    types: Mapping[str, str] = field(default_factory=dict)
    classes: Mapping[str, str] = field(default_factory=dict)


_GERMAN = Words(
    code="GER",
    title="Titel",
    starting_rank="Startrang",
    rating="Elo",
    rating_national="Elo national",
    rating_international="Elo intnational",
    performance="Eloperformance",
    fide_change="Elo FIDE +/-",
    points="Punkte",
    rank="Rang",
    federation="Föderation",
    club="Verein/Ort",
    ident="Ident-Nummer",
    fide_id="Fide-ID",
    birth_year="Geburtsjahr",
    col_board="Br.",
    col_start="Snr",
    col_number="Nr.",
    col_rank="Rg.",
    col_rating="Elo",
    col_international="EloI",
    col_national="EloN",
    col_fed="Land",
    col_points="Pkt.",
    col_result="Erg.",
    col_pairing_result="Ergebnis",
    col_white="Weiß",
    col_black="Schwarz",
    col_tie_break="Wtg",
    col_team="Mannschaft",
    bye="spielfrei",
    show_details="Turnierdetails anzeigen",
    last_update="Letzte Aktualisierung ",
    rounds="Anzahl der Runden",
    type="Turnierart",
    value_national="Elo national",
    value_international="intnational",
)

_SPANISH = Words(
    code="ESP",
    name="Nombre",
    starting_rank="Ranking inicial",
    rating="Elo",
    rating_national="Elo nacional",
    rating_international="Elo internacional",
    performance="Performance",
    fide_change="FIDE elo +/-",
    points="Puntos",
    rank="Puesto",
    federation="Federación",
    club="Club/Ciudad",
    ident="Código nacional",
    fide_id="Código FIDE",
    birth_year="Fecha de nacimiento",
    col_board="M.",
    col_start="No.Ini.",
    col_rating="Elo",
    col_white="Blancas",
    col_black="Negras",
    col_team="Equipo",
    col_games="Partidas",
    not_paired="sin emparejar",
    show_details="Mostrar detalles del torneo",
    last_update="Última actualización ",
    time_control="Control de tiempo",
    rounds="Número de jornadas",
    to=" al ",
    value_national="Elo nacional",
    value_international="Elo internacional",
)

_TURKISH = Words(
    code="TUR",
    name="İsim",
    starting_rank="Başlangıç Sıralaması",
    rating_national="Ulusal rating",
    rating_international="Uluslararasi Rating",
    performance="Rating performans",
    points="Puan",
    rank="Sıralama",
    federation="Federasyon",
    club="Kulüp/Şehir",
    ident="ID-No",
    birth_year="Dogum tarihi ",
    col_round="Tur",
    col_board="Masa",
    col_start="Bşl.No.",
    col_rank="Sıra",
    col_international="ELO",
    col_national="UKD",
    col_points="Puan",
    col_result="Sonuç",
    col_pairing_result="Sonuç",
    col_white="Beyaz",
    col_black="Siyah",
    col_sex="Cinsiyet",
    col_tie_break="EB",
    letter_white="b",
    bye="Tur",
    not_paired="eşlendirilmeyenler",
    selection="Turnuva seçimi",
    links="Bağlantılar",
    parameters="Parametreler",
    lists="Listeler",
    board_pairings="Masa eşlendirmeleri",
    ranking_after="sonra sıralama listesi",
    excel="Excel ve Yazdır",
    round_label="Tur",
    start_list="Başlangıç Sıralaması",
    alphabetical="Alfabetik Sporcu Listesi",
    statistics="İstatistikler",
    schedule="Turnuva Programı",
    ranking="{round}. Turdan Sonra Sıralama",
    crosstable="{round} Turdan Sonra Sıralama",
    final_crosstable="{round}. Turdan Sonra Çapraz Tablo",
    start_crosstable="Başlangıç Sıralaması Çapraz Tablo",
    pairings="Eşlendirmeler/Sonuçlar",
    round_heading="{round}. Tur",
    round_heading_dated="{round}. Tur - {date} - {time}",
    no_details="Turnuva detayı bulunmamaktadır",
    last_update="Son güncelleme",
    organizer="Organizatör(ler)",
    chief_arbiter="Başhakem",
    time_control="Zaman kontrolü",
    location="Yer",
    rounds="Tur Sayısı",
    type="Turnuva Tipi",
    calculation="Rating hesaplama",
    date="Tarih",
    to=" - ",
    average="Rating-Ø / Ortalama Yaş",
    program="Eşlendirme programı",
    value_national="Ulusal rating",
    value_international="Uluslararasi Rating",
    types={"Swiss-System": "Isviçre sistemi", "Round robin": "Doner turnuva"},
    classes={"Standard": "Standart"},
)

_RUSSIAN = Words(
    code="RUS",
    player_info="Инфо игрока",
    name="Имя",
    starting_rank="Стартовое место",
    rating="Рейтинг",
    rating_national="Нац.рейтинг",
    rating_international="Междун. рейтинг",
    performance="Рейтинговый перфоманс",
    points="Очки",
    rank="Место",
    federation="Федерация",
    club="Клуб/Город",
    ident="Идент.Номер",
    fide_id="код FIDE",
    birth_year="Год рождения",
    col_round="Тур",
    col_start="Ст.ном.",
    col_number="Ном.",
    col_rank="Ст.ном",
    col_rating="Рейт.",
    col_fed="ФЕД.",
    col_points="Очки",
    col_result="Рез.",
    col_pairing_result="Результат",
    col_white="Имя",
    col_black="Имя",
    col_sex="пол",
    col_fide_id="код FIDE",
    col_ident="ИН",
    col_tie_break="Доп",
    not_paired="без пары",
    selection="Выбор турнира",
    links="Ссылки",
    parameters="Выбор параметров",
    lists="Списки",
    board_pairings="Пары по доскам",
    ranking_after="Положение после",
    excel="Excel и Печать",
    round_label="Тур",
    start_list="Стартовый список",
    alphabetical="Список игроков по алфавиту",
    statistics="Статистика",
    schedule="Расписание",
    ranking="Место после {round} тура",
    crosstable="Положение после тура {round}",
    final_crosstable="Итоговое положение после {round} туров",
    start_crosstable="Стартовая таблица участников",
    pairings="Пары/Результаты",
    round_heading="{round}. Тур",
    round_heading_dated="{round}. Тур on {date} в {time}",
    show_details="Отобразить дополнительную информацию",
    last_update="Последнее обновление",
    uploaded_by="Автор/Последняя загрузка",
    time_control="Контроль времени",
    to=" по ",
)

_ENGLISH = Words()
_BY_NUMBER: Mapping[int, Words] = {
    0: _GERMAN,
    1: _ENGLISH,
    2: _SPANISH,
    8: _TURKISH,
    11: _RUSSIAN,
}


def words(lan: int) -> Words:
    """Give the words of a language number; English for one that the stand-in does not speak."""
    return _BY_NUMBER.get(lan, _ENGLISH)
