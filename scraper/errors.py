"""Every refusal: a stable code, a sentence that says what was met, and what the person can do.

`text` and `hint` are templates, filled from the facts that the error carries; the report
translates the templates, so no sentence stands twice.
"""


class TnrateError(Exception):
    """The root of all refusals; `facts` holds the values that fill `text` and `hint`."""

    code: str
    text: str
    hint: str

    def __init__(self, **facts: object) -> None:
        self.facts = facts
        super().__init__(self.text.format(**facts))


# What was pasted


class NotALink(TnrateError):
    """The text names neither a tournament nor a file."""

    code = "not_a_link"
    text = "“{given}” is neither a chess-results link, nor a tournament number, nor a file here."
    hint = "Paste the address of the player's page, for example https://chess-results.com/tnr1234567.aspx?art=9&snr=12, or name a saved page."  # noqa: E501


class HalfLink(TnrateError):
    """The link is not complete yet."""

    code = "half_link"
    text = "The link “{given}” is not complete: the tournament number is missing."
    hint = "Copy the whole address; it contains tnr and a number, as in chess-results.com/tnr1234567.aspx."  # noqa: E501


class OtherSite(TnrateError):
    """The link leads to another site."""

    code = "other_site"
    text = "The link leads to {host}, which is not chess-results.com."
    hint = "Paste a link whose host is chess-results.com."


class LookAlikeHost(TnrateError):
    """The host imitates the site's name."""

    code = "look_alike_host"
    text = "The link leads to {host}. It looks like chess-results.com but is another site."
    hint = "Do not open that link; search for the tournament on chess-results.com itself."


class OtherPageOfSite(TnrateError):
    """A page of the site that belongs to no tournament."""

    code = "other_page_of_site"
    text = "{page} is a page of chess-results.com, but not one of a tournament."
    hint = "Open the tournament there and paste its address; it contains tnr and a number."


class NotAStandIn(TnrateError):
    """TNRATE_SITE does not name a loopback address."""

    code = "not_a_stand_in"
    text = "TNRATE_SITE is “{given}”; only a stand-in on this computer may take the site's place."
    hint = "Use an address such as http://127.0.0.1:8000, or unset TNRATE_SITE."


# What came back from the network


class NoNetwork(TnrateError):
    """The site cannot be reached."""

    code = "no_network"
    text = "{host} cannot be reached."
    hint = "Check the internet connection, or save the page in a browser and give the file."


class SiteTimeout(TnrateError):
    """The site did not answer in time."""

    code = "timeout"
    text = "{host} did not answer within {seconds} seconds."
    hint = "The site may be busy between two rounds. Try again in a minute."


class SiteBusy(TnrateError):
    """The site answered with an error status, also after the retries."""

    code = "site_busy"
    text = "{host} answered with status {status}."
    hint = "The site may be overloaded. Wait a few minutes before the next try."


class PauseAsked(SiteBusy):
    """The site asks for a pause of `seconds` that is too long to wait for."""


class SitePaused(SiteBusy):
    """A pause that the site asked for, and until when nothing is asked there."""

    text = "{host} answered with status {status} and asks for a pause. Nothing is asked there before {until}."  # noqa: E501
    hint = "Come back then. A page saved in a browser can be read meanwhile."


class SiteRefused(SiteBusy):
    """The site does not give the page: it wants a login, or does not want us."""

    text = "{host} refuses to give this page (status {status})."
    hint = "Open it in a browser; if it shows there, save the page and give the file."


class DailyLimit(TnrateError):
    """The site's page that says the daily limit is exceeded."""

    code = "daily_limit"
    text = "chess-results.com says that the daily limit of requests is exceeded."
    hint = (
        "Do not ask again for at least 30 minutes. A page saved in a browser can be read meanwhile."
    )


class LimitReached(DailyLimit):
    """The daily limit, and until when nothing is asked; `words` is what the page said."""

    text = "chess-results.com says that the daily limit of requests is exceeded: “{words}” Nothing is asked there before {until}."  # noqa: E501
    hint = "Come back then. A page saved in a browser can be read meanwhile."


class TurnTaken(TnrateError):
    """Another tnrate is fetching, and does not come to an end."""

    code = "turn_taken"
    text = "Another tnrate has been fetching pages for {seconds} seconds."
    hint = "Wait until it is done, and try again."


class NotStored(TnrateError):
    """Offline, and the page was never fetched."""

    code = "not_stored"
    text = "The store holds no page for {page}, and nothing is fetched with --offline."
    hint = "Run the command once without --offline."


class ForeignRedirect(TnrateError):
    """A redirect leads out of the site's domain."""

    code = "foreign_redirect"
    text = "The site sent us on to {host}, which is outside chess-results.com; nothing was asked there."  # noqa: E501
    hint = "Try again later. If it happens again, something between you and the site interferes: check the network."  # noqa: E501


class RedirectLoop(TnrateError):
    """More redirects than any real page needs."""

    code = "redirect_loop"
    text = "{host} keeps redirecting; no page came after {count} steps."
    hint = "Try again later, or save the page in a browser and give the file."


class GateClosed(TnrateError):
    """The button of an old tournament was pressed, and the page still hides the table."""

    code = "gate_closed"
    text = (
        "The tournament is old; the site hides it behind a button, and pressing it did not open it."
    )
    hint = "Open the page in a browser, press the button there, save the page and give the file."


class SitePageError(TnrateError):
    """The site's own error page."""

    code = "site_error"
    text = "The site shows an error: “{message}”."
    hint = "Check the link in a browser, and try again later."


# What the page is


class TournamentMissing(TnrateError):
    """The site knows no such tournament."""

    code = "tournament_missing"
    text = "There is no such tournament; the site says “{message}”."
    hint = "Check the number in the link. A deleted tournament does not come back."


class PageMissing(TnrateError):
    """The site has no such page, which is none of a tournament."""

    code = "page_missing"
    text = "The site has no page {page}; it answered with status 404."
    hint = "Check the link in a browser."


class OtherRound(TnrateError):
    """Another round than the one asked for."""

    code = "other_round"
    text = "Round {asked} was asked for; the site sent round {found}."
    hint = "That round is not published yet. Come back when it is, or ask for an earlier one."


class NothingFound(TnrateError):
    """A search without a result."""

    code = "nothing_found"
    text = "The search found nothing; the site says “{message}”."
    hint = "Try a shorter part of the name, or other days: --from and --to bound the last day of a tournament."  # noqa: E501


class ViewWithoutRounds(TnrateError):
    """A round was asked for where a view is not of one."""

    code = "view_without_rounds"
    text = "Round {asked} was asked for, but this view is not one of a round."
    hint = "Leave --round out, or name a view that has rounds: --view pairings or ranking; of teams teampairings, boardpairings or teamranking."  # noqa: E501


class OtherView(TnrateError):
    """The tournament has no such view; its number means another one there."""

    code = "other_view"
    text = "“{asked}” was asked for; this tournament shows {view} there."
    hint = "The views of team events have names of their own: teamlist, teamranking, teampairings, boardpairings, composition, bestplayers, playerlist."  # noqa: E501


class OtherTournament(TnrateError):
    """Two pages that should belong together, of two tournaments."""

    code = "other_tournament"
    text = "The pages are of two tournaments: {asked} and {found}."
    hint = "Give pages of one tournament."


class NotStarted(TnrateError):
    """The player is there, but no round is paired."""

    code = "not_started"
    text = "The tournament has not started: no round is paired yet for {name}."
    hint = "Come back when the first pairing is published. The field: tnrate players SOURCE."


class CardWithoutRounds(TnrateError):
    """A card that should have rounds, and has none."""

    code = "card_without_rounds"
    text = "This is a player's page, but its table of rounds is missing."
    hint = "Open the player's page again and save it whole, or give its link."


class NotACard(TnrateError):
    """Another view of the tournament where a player's card was expected."""

    code = "not_a_card"
    text = "This page shows {view}, not the page of one player."
    hint = "Click the player's name there and use that page, or give the link with --player NAME."


class NotAList(TnrateError):
    """Another view where a list of players was expected."""

    code = "not_a_list"
    text = "This page shows {view}, not a list of players."
    hint = "Use the tournament's starting rank."


class NotAnEvent(TnrateError):
    """Pages without a list of players, where a whole event was asked for."""

    code = "not_an_event"
    text = "None of the pages lists the players of a tournament (seen: {views})."
    hint = "Give the link of the tournament, or save its crosstable, and with --with its starting rank."  # noqa: E501


class EventWithoutGames(TnrateError):
    """An event that has begun, or may have, and no page that tells who met whom."""

    code = "event_without_games"
    text = "The tournament has begun or may have, but who met whom is on none of the pages."
    hint = "Add with --with the crosstable, or the pairings of each round; of a team event the boards of each round."  # noqa: E501


class PairingsWithoutRound(TnrateError):
    """Pairings of a round whose number nothing says."""

    code = "pairings_without_round"
    text = "The page shows the pairings of a round, but not of which one."
    hint = (
        "Give the crosstable, or the page of the round with its heading: its link, or saved whole."
    )


class NobodyChosen(TnrateError):
    """Wishes that no player of an event fits."""

    code = "nobody_chosen"
    text = "No player of the tournament fits: {wanted}."
    hint = "Check the spelling; without these options all players are shown."


class ExcelWriterMissing(TnrateError):
    """An .xlsx file is wanted without the library that writes it."""

    code = "excel_writer_missing"
    text = "Writing an Excel file needs an addition that is not installed."
    hint = "Install it with: pip install 'tnrate[excel]', or use --csv or --html."


class FileNotWritten(TnrateError):
    """A file that could not be written."""

    code = "file_not_written"
    text = "The file {path} could not be written: {reason}."
    hint = "Check the folder and the disk, or name another file."


class FileIsSource(TnrateError):
    """An output that would replace a page that it is made from."""

    code = "file_is_source"
    text = "The file {path} is a page that the output is made from; it was not replaced."
    hint = "Name another file for the output."


class FileProtected(TnrateError):
    """An output that exists and must not be written, or is no regular file."""

    code = "file_protected"
    text = "The file {path} is read-only, or no regular file; it was not replaced."
    hint = "Name another file for the output, or make this one writable."


class PageEmpty(TnrateError):
    """Nothing at all."""

    code = "page_empty"
    text = "{what} is empty."
    hint = "Save the page again, as a web page (HTML), or give its link."


class PageBinary(TnrateError):
    """Bytes that are no text."""

    code = "page_binary"
    text = "{what} is not a web page; it holds {kind}."
    hint = "Save the page in a browser as a web page (HTML), or give its link."


class PageCut(TnrateError):
    """The end is missing."""

    code = "page_cut"
    text = "{what} is cut off: its end is missing, so rounds could be missing too."
    hint = "Load the page again to the end, or save it once more."


class PageTooLarge(TnrateError):
    """Larger than any page of the site."""

    code = "page_too_large"
    text = "{what} is larger than {limit} MB; no page of a tournament is."
    hint = "Give the saved page of one player, or its link."


class PageOfOtherSite(TnrateError):
    """A web page, but not one of chess-results."""

    code = "page_of_other_site"
    text = "{what} is not a page of chess-results.com."
    hint = "Save the player's page on chess-results.com, or give its link."


class FileUnreadable(TnrateError):
    """A file that is not there or must not be read."""

    code = "file_unreadable"
    text = "The file {path} cannot be read: {reason}."
    hint = "Check the name and the folder."


class ExcelNotInstalled(TnrateError):
    """An .xlsx export without the library that reads it."""

    code = "excel_not_installed"
    text = "Reading an Excel file needs an addition that is not installed."
    hint = "Install it with: pip install 'tnrate[excel]', or save the page as a web page (HTML)."


class UnknownWords(TnrateError):
    """Headings in a language whose words we do not know."""

    code = "unknown_words"
    text = "The page's headings are in words that tnrate does not know ({words})."
    hint = "Choose English on the site (lan=1 in the link) and save the page again."


class PageChanged(TnrateError):
    """A cell or box that does not look as it always did."""

    code = "page_changed"
    text = "The page is not built as expected: {what} reads “{met}”."
    hint = "The site may have changed, or the page was edited. Nothing was guessed; please report it with the tournament number."  # noqa: E501


# Who the player is


class SeveralGamesInACell(PageChanged):
    """The grid of a round robin in which all meet more than once."""

    code = "several_games_in_a_cell"
    text = "The crosstable has several games in one cell (“{met}”), as in a double round robin: which was which is not on it."  # noqa: E501
    hint = "Give the page with the pairings of all rounds, or the tournament's link."


class PlayerNeeded(TnrateError):
    """A tournament without a player, where nobody can be asked."""

    code = "player_needed"
    text = "The link names a tournament, but not a player."
    hint = "Add --player with a name, a FIDE id or a start number, or give the link of the player's page. The field: tnrate players SOURCE."  # noqa: E501


class PlayerMissing(TnrateError):
    """Nobody in the list answers to that name or number."""

    code = "player_missing"
    text = "No player “{wanted}” is in this tournament."
    hint = "See the field with: tnrate players SOURCE."


class PlayerAmbiguous(TnrateError):
    """More than one player answers to that name; `matches` lists them."""

    code = "player_ambiguous"
    text = "“{wanted}” fits {count} players:\n{matches}"
    hint = "Give the start number, or more of the name: --player NUMBER."


class PlayerMoved(TnrateError):
    """The start number belongs to somebody else by now."""

    code = "player_moved"
    text = "Start number {start_number} now belongs to {found}, not to {wanted}: the list was sorted anew."  # noqa: E501
    hint = "Run the command again."


class NoPairing(TnrateError):
    """There is no next game to work out."""

    code = "no_pairing"
    text = "No next pairing is published for {name}."
    hint = "Give the opponent's rating by hand: --opponent-rating 1800 (and --opponent-ukd for the UKD)."  # noqa: E501


class OwnRatingNeeded(TnrateError):
    """Scenarios need a rating to start from."""

    code = "own_rating_needed"
    text = "{name} has neither a FIDE rating nor a UKD on the page, so nothing can be worked out."
    hint = "Give the rating by hand: --fide 1500 or --ukd 1500."


# The rounds to come


class NothingToCome(TnrateError):
    """Every round of the card has its result, and the event has no more."""

    code = "nothing_to_come"
    text = "No round is left to play for {name}: all {rounds} are on the card."
    hint = "See the result with: tnrate rate SOURCE. If there are more rounds, say how many: --rounds 9."  # noqa: E501


class RoundsUnknown(TnrateError):
    """Neither the page nor a pairing says that there is a round to come."""

    code = "rounds_unknown"
    text = "How many rounds the tournament has is not known, and no game of {name} is paired."
    hint = "Say how many rounds there are: --rounds 9."


class TargetWithoutRating(TnrateError):
    """A target of a rating that the player does not have here."""

    code = "target_without_rating"
    text = "{name} has no rating here that could reach {target}."
    hint = "Give the own rating by hand: --fide 1800, or --ukd 1700 for --target-ukd."


class TitleNotStandard(TnrateError):
    """A title's rating or a norm, in an event of rapid or blitz."""

    code = "title_not_standard"
    text = "Titles need standard games and ratings (Title Regulations 0.5); this tournament is {assumed}."  # noqa: E501
    hint = "Give a number instead, as --target 2300; or settle the time control with --time."


# The next round before it is paired


class TeamsPaired(TnrateError):
    """A team event pairs teams; nothing is predicted there."""

    code = "teams_paired"
    text = "This is a team event: the pairing is of teams, so a player's opponent is not predicted."
    hint = "Give the opponent's rating by hand: --opponent-rating 1800 (and --opponent-ukd for the UKD)."  # noqa: E501


class PairedAtOnce(TnrateError):
    """A round robin has all its pairings from the beginning."""

    code = "paired_at_once"
    text = "This is a round robin: all rounds are paired from the beginning, so there is nothing to predict."  # noqa: E501
    hint = "See the pairings with: tnrate read SOURCE --view pairings."


class EventOver(TnrateError):
    """The last round is paired."""

    code = "event_over"
    text = "All {rounds} rounds are paired: there is no next round."
    hint = "See what the tournament did to the rating with: tnrate rate SOURCE."


class AlreadyPaired(TnrateError):
    """The event's pages have a pairing that the player's card does not have yet."""

    code = "already_paired"
    text = "Round {round} is paired already, but the player's card does not show it yet."
    hint = "Run the command again in some minutes, or look ahead with --predict."


class AbsentNextRound(TnrateError):
    """The player is not paired in the next round."""

    code = "absent_next_round"
    text = "{name} is not paired in round {round}: absent, or with a requested bye."
    hint = "If the site is wrong, give the opponent's rating by hand: --opponent-rating 1800."


class RoundsMissing(TnrateError):
    """The crosstable has gaps; an engine needs every round."""

    code = "rounds_missing"
    text = "The crosstable lacks rounds that are over: {rounds}."
    hint = "Give the tournament's whole crosstable by starting rank, or its link."


class CrosstableNeeded(TnrateError):
    """A prediction rests on the crosstable."""

    code = "crosstable_needed"
    text = "A prediction needs the crosstable by starting rank, and none is at hand."
    hint = "Give the tournament's link, or the saved crosstable with --page FILE."


class CrosstableWithoutColours(TnrateError):
    """The colours decide the pairing, and are not known."""

    code = "crosstable_without_colours"
    text = "The colours in the crosstable are not known, and the pairing hangs on them."
    hint = (
        "Choose English on the site (lan=1 in the link) and save the page again, or give the link."
    )


class CrosstableContradicts(TnrateError):
    """Two cells of one game do not fit each other."""

    code = "crosstable_contradicts"
    text = "The crosstable contradicts itself in round {round}: no. {number} against no. {opponent} does not fit the opponent's own cell."  # noqa: E501
    hint = "Start numbers may just be given anew; try again in some minutes, or give another page."


class PairingsContradict(TnrateError):
    """The crosstable and the pairings are of different games."""

    code = "pairings_contradict"
    text = "The crosstable contradicts the pairings of round {round}: there no. {white} meets no. {black}."  # noqa: E501
    hint = "The site may just be filling its pages; try again in some minutes."


class EngineFailed(TnrateError):
    """The engine that pairs gave no pairing."""

    code = "engine_failed"
    text = "{engine} could not pair the round: {why}"
    hint = "See its input with: tnrate next SOURCE --pairs trf."


class EngineEnded(TnrateError):
    """A process that pairs was ended from outside before it gave anything."""

    code = "engine_ended"
    text = "A process of {engine} was ended from outside, before any pairing was there."
    hint = "Ask again. If it happens again, memory may be short: close other programs."


# What goes out


class OutputFailed(TnrateError):
    """Standard output does not take the result."""

    code = "output_failed"
    text = "The result could not be written: {reason}."
    hint = "Check the disk, or where the output of the command goes."


# Following


class LiveStoreFailed(TnrateError):
    """What is followed cannot be read or written just now; what was stored stays."""

    code = "live_store_failed"
    text = "What is followed could not be read or stored: {reason}."
    hint = "Check the disk, and the folder that TNRATE_HOME names. Nothing that was stored is lost."


class LiveStoreDamaged(TnrateError):
    """The file of what is followed is no database of ours, or a damaged one."""

    code = "live_store_damaged"
    text = "The file {path} should hold what is followed, but it is damaged or something else."
    hint = "Put a copy of it back, or move it away to start anew. It was not touched."


class LiveStoreTooNew(TnrateError):
    """A later version of tnrate has changed the file of what is followed."""

    code = "live_store_too_new"
    text = "The file {path} was made by a later version of tnrate."
    hint = "Install that version again. The file was not touched."


class AlreadyFollowing(TnrateError):
    """Another process follows in this folder."""

    code = "already_following"
    text = "Another tnrate is following already (process {holder})."
    hint = "Leave it running: it takes up players that are added. Or end it first."


class NotifyNotInstalled(TnrateError):
    """Notices for a service without the library that sends them."""

    code = "notify_not_installed"
    text = "Sending notices needs an addition that is not installed."
    hint = "Install it with: pip install 'tnrate[notify]'."


class AddressUnknown(TnrateError):
    """An address that no notification service understands; `given` is masked."""

    code = "address_unknown"
    text = "No notification service understands the address {given}."
    hint = "Give an address of Apprise with all its parts, such as ntfy://TOPIC, tgram://TOKEN/CHAT or mailto://USER:PASSWORD@HOST."  # noqa: E501


class CommandUnclear(TnrateError):
    """A command line that is empty, or whose quotes are not closed."""

    code = "command_unclear"
    text = "“{given}” is not a command line."
    hint = "Give a program and what it needs, with every quote closed."


class ProgramMissing(TnrateError):
    """The program of a command line is not there."""

    code = "program_missing"
    text = "There is no program {program} to run."
    hint = "Check the name, or give its whole path; the file has to be executable."


class QuietUnclear(TnrateError):
    """Quiet hours in another form than two times of day."""

    code = "quiet_unclear"
    text = "“{given}” does not say when to be quiet."
    hint = "Give two different times of day, such as 23:00-07:00."


class ChannelFailed(TnrateError):
    """A notice did not get through; it is sent again later. So many before it were told."""

    code = "channel_failed"
    text = "A notice was not delivered: {reason}."
    hint = "It is sent again later, and none is lost. Check the address of the channel."

    def __init__(self, told: int = 0, **facts: object) -> None:
        self.told = told
        super().__init__(**facts)


class ServiceFailed(ChannelFailed):
    """The notification service did not take it."""

    code = "service_failed"
    text = "A notice was not delivered: {service} did not take it."


class CommandFailed(ChannelFailed):
    """The command of a channel ended badly."""

    code = "command_failed"
    text = "A notice was not delivered: {program} ended with status {status}."


class CommandTimeout(ChannelFailed):
    """The command of a channel did not end; perhaps it has told the notice all the same."""

    code = "command_timeout"
    text = "A notice was perhaps not delivered: {program} was not done after {seconds} seconds."


class NotFollowable(TnrateError):
    """A saved page, which does not change."""

    code = "not_followable"
    text = "A saved page does not change, so there is nothing to follow."
    hint = "Give the link of the tournament or of the player, or the tournament's number."


class NobodyToFollow(TnrateError):
    """No player of the list is of the club and the federation that were asked for."""

    code = "nobody_to_follow"
    text = "Nobody in the list of the tournament fits {wanted}."
    hint = "See clubs and federations with: tnrate players SOURCE."


class NothingFollowed(TnrateError):
    """There is nothing to follow, list or remove."""

    code = "nothing_followed"
    text = "Nothing is followed."
    hint = "Give a player to follow: tnrate follow SOURCE --player NAME."


class NotFollowed(TnrateError):
    """What was asked for is not among what is followed."""

    code = "not_followed"
    text = "{wanted} is not followed."
    hint = "See what is followed with: tnrate follow --list."


class LookFailed(TnrateError):
    """A look at an event ended in a way that nobody foresaw."""

    code = "look_failed"
    text = "The event could not be read: {reason}."
    hint = "It is tried again later; what was seen before stays. Please report it with the tournament number."  # noqa: E501


class NoSuchChannel(TnrateError):
    """An address or command that no notices go to."""

    code = "no_such_channel"
    text = "No notices go to that address or command."
    hint = "Give it as it was added. The channels: tnrate follow --list."


class NothingSeen(TnrateError):
    """A follow whose event was not looked at yet."""

    code = "nothing_seen"
    text = "Nothing was seen of the tournament of {name} yet."
    hint = "Let tnrate follow run, or once: tnrate follow --once."


# Rating lists


class NotARatingList(TnrateError):
    """A file that is no rating list in one of the forms that are read."""

    code = "not_a_rating_list"
    text = "{path} is neither a rating list of FIDE nor one of the federation with UKD."
    hint = "Give a list of ratings.fide.com, as TXT, XML or in its zip; or the federation's as CSV, Excel or a saved page, with a head above its columns."  # noqa: E501


class NationalListColumns(TnrateError):
    """A list with some columns of the federation's, and not those that it needs."""

    code = "national_list_columns"
    text = "The rating list {path} has no column of this kind: {what}."
    hint = "It needs one with names or FIDE ids, and one with UKD, UHS or UYS; their heads must say so."  # noqa: E501


class RatingListDamaged(TnrateError):
    """A list whose end is missing, or a zip that does not unpack."""

    code = "rating_list_damaged"
    text = "The rating list {path} is damaged or cut off."
    hint = "Download it again. The lists that were imported before are unchanged."


class RatingListLine(TnrateError):
    """Most lines (in XML players, counted from 1) are none of a list."""

    code = "rating_list_line"
    text = "The rating list {path} cannot be read: {count} of {rows} entries are not ones of a player, the first is entry {line}."  # noqa: E501
    hint = "Download it again. The lists that were imported before are unchanged."


class RatingListMonthUnknown(TnrateError):
    """Neither the list nor its name says the month."""

    code = "rating_list_month_unknown"
    text = "{path} does not say of which month the rating list is."
    hint = "Give the month: --month 2026-11."


class RatingListMonthDiffers(TnrateError):
    """The list itself says another month than the one given by hand."""

    code = "rating_list_month_differs"
    text = "{path} says that it is the list of {found}, not of {given}."
    hint = "Leave --month out, or give the list of that month."


class RatingListKindUnknown(TnrateError):
    """A list of one class that neither the file nor its name tells."""

    code = "rating_list_kind_unknown"
    text = "{path} does not say whether its ratings are standard, rapid or blitz."
    hint = "Say it: --time standard, rapid or blitz."


class RatingListTooOld(TnrateError):
    """A list that would be dropped at once."""

    code = "rating_list_too_old"
    text = "The list of {month} is older than all {count} months that are kept."
    hint = "See the imported lists with: tnrate list show."


class NoRatingList(TnrateError):
    """Nothing to show."""

    code = "no_rating_list"
    text = "No rating list is imported."
    hint = "Download a list on ratings.fide.com and import it: tnrate list import FILE."


class NotListed(TnrateError):
    """No imported list has that FIDE id or name."""

    code = "not_listed"
    text = "“{wanted}” is in none of the imported rating lists."
    hint = "Check the FIDE id or the name, or import a newer list: tnrate list import FILE."


class SeveralListed(TnrateError):
    """A name that several players of the lists have; never guessed."""

    code = "several_listed"
    text = "“{wanted}” fits {count} players of the imported lists:\n{matches}"
    hint = "Give the FIDE id, or more of the name."


class ListStoreFailed(TnrateError):
    """The imported lists cannot be read or written just now."""

    code = "list_store_failed"
    text = "The imported rating lists could not be read or stored: {reason}."
    hint = "Check the disk, and the folder that TNRATE_HOME names. What was imported before stays."


class ListHomeUnusable(ListStoreFailed):
    """The home folder is no folder, or cannot be looked into or written to."""

    code = "list_home_unusable"
    text = "The home folder {path} cannot be used: {reason}."
    hint = "Give TNRATE_HOME a folder that you may read and write, or unset it."


class ListStoreDamaged(TnrateError):
    """The file of the imported lists is no database of ours, or a damaged one."""

    code = "list_store_damaged"
    text = "The file {path} should hold the imported rating lists, but it is damaged or something else."  # noqa: E501
    hint = "Move it away, and import the lists again. It was not touched."


class ListStoreTooNew(TnrateError):
    """A later version of tnrate has changed the file of the imported lists."""

    code = "list_store_too_new"
    text = "The file {path} holds rating lists of a later version of tnrate."
    hint = "Install that version again, or move the file away and import the lists anew."


# A rating period


class DifferentPlayers(TnrateError):
    """Events of several people, where those of one are added up."""

    code = "different_players"
    text = "The events are of different players: {first} and {second}."
    hint = (
        "Give the events of one player; --player WHO finds the same one in links that name nobody."
    )


class NoSuchPeriod(TnrateError):
    """None of the events enters the list that was asked for."""

    code = "no_such_period"
    text = "None of the events enters the list of {wanted}; they enter: {lists}."
    hint = "Choose one of these with --list, or leave it out to see all."


class OfficialForOnePeriod(TnrateError):
    """A published rating that could belong to several lists or classes, or to none."""

    code = "official_for_one_period"
    text = "--official belongs to one list and class with a FIDE rating; there are {count} here."
    hint = "Choose the list with --list 2026-06, and give events of one class only."
