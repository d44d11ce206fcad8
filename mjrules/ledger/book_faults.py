"""What is wrong with what is said at a table or written into the books, in all languages."""

from __future__ import annotations

from ..spoken import Sentence, Spoken

BOOKS_GONE = Sentence(
    "{path}: these books were moved, removed or replaced while they were open: put them back, or start again",
    "{path}：账本打开后被移走、删除或替换：请放回原处，或重新启动",
)
DISK_FULL = Sentence("{path}: the disk is full, nothing was written down", "{path}：磁盘已满，没有记入")
ONLY_READ = Sentence(
    "{path}: these books can only be read: may you write the file, and files beside it?",
    "{path}：此账本只能查看：请检查能否写入该文件及其文件夹",
)
READ_OTHERWISE = Sentence(
    "this mjrules reads {name} otherwise than mjrules {version}, by which the evening was opened",
    "本程序对 {name} 的理解与开局时所用的版本 {version} 不同",
)
UNUSABLE = Sentence(
    "{name}, as the books keep it, cannot be used by this mjrules and its plugins",
    "本程序及其插件无法使用所记录的 {name}",
)
NOT_PLACES = Sentence(
    'expected what each place of a game is worth, as 4,2,1,0, got "{text}"',
    "应为各名次的标准分，以逗号隔开，如 4,2,1,0，而不是“{text:written}”",
)
PLACES_RISE = Sentence(
    "expected what the first place is worth first, got {text}: no later place is worth more",
    "应从第一名写起，而不是 {text}：后面的名次不能更高",
)
LARGE_AMOUNT = Sentence("{where}: expected an amount of {most} at most", "{where}：最多为 {most}")
OTHER_EVENT = Sentence("the id {id} stands for another event, of the kind {kind}", "“{id:written}”已用于另一条记录")
NO_TABLE = Sentence("there is no table {table}{near}", "没有第 {said} 桌{near}")
NOTHING_IN_POT = Sentence("nothing is in {pot}{near}", "“{said:written}”里什么也没有{near}")
NO_RECKONING = Sentence("{ruleset} does not say how a game is reckoned up", "此规则没有说明如何结算一场")
RECKONED_UP = Sentence(
    "the game is reckoned up already: begin another with the seats anew", "本场已经结算：请以“重新开局”再开一场"
)
STRANGERS = Sentence(
    "{players} played in this game too: it cannot be reckoned up by places", "本场还有 {players} 打过：不能按名次结算"
)
NO_POT = Sentence("{ruleset} has no pot {pot}{near}", "此规则没有“{said:written}”这个池{near}")
NO_STAKE = Sentence("{ruleset} has no stake for the pot {pot}", "此规则没有规定每家付给“{said:written}”这个池多少")
WINNER_MISSING = Sentence("the hand of {player}, who won, is missing", "缺和牌者 {player} 的手牌")
DISCARDER_UNSAID = Sentence(
    "the tile with which {player} won was claimed: say who discarded it", "{player} 和的不是自摸：请写明谁点炮"
)
FAULT_OF_ONE_WIN = Sentence(
    "a fault settles one win otherwise, of which the hand or its worth is entered",
    "只有一家和牌并记手牌或所值时，才能写明按犯规结算",
)
NO_SUCH_FAULT = Sentence(
    "{fault} is no fault by which {ruleset} settles a win otherwise{near}",
    "“{said:written}”不是此规则另行结算的犯规{near}",
)
FAULT_WITH_HAND = Sentence(
    "{fault} is paid for with the win, which it settles otherwise: say it with the hand",
    "“{said:written}”随和牌一并结算：请在记和牌时写明",
)
WORTH_TOO_LITTLE = Sentence(
    "a hand of {player} that is worth {worth} is no win: {ruleset} asks for {least}",
    "{player} 的手牌值 {worth}，不能和：此规则起和为 {least}",
)
WORTH_TOO_MUCH = Sentence(
    "no hand of {player} is worth {worth}: the most in {ruleset} is {most}",
    "{player} 的手牌不会值 {worth}：此规则至多 {most}",
)
WORTH_ABOVE_LIMIT = Sentence(
    "no hand of {player} is worth {worth}: the most in {ruleset} is {most}, and of a special hand {specials}",
    "{player} 的手牌不会值 {worth}：此规则至多 {most}，特殊牌型则为 {specials}",
)
OTHER_ROUND = Sentence(
    "the hand of {player} says the round {said}, and it is {round}",
    "{player} 的手牌说是{said:wind}风圈，而现在是{round:wind}风圈",
)
OTHER_POT = Sentence(
    "the hand of {player} says {field} {said}, and it is {holds}",
    "{player} 的手牌说池里有 {said}，而现在是 {holds}",
)
READY_NOT_ASKED = Sentence("{ruleset} does not ask who is ready after a drawn hand", "此规则流局后不问谁听牌")
READY_UNSAID = Sentence(
    "{player} put in what only players put in who are ready: say that {player} was ready, or that the hand was stopped",
    "{player} 投入了听牌者才投入的筹码：请写明 {player} 听牌，或写明此局中止",
)
ONE_WAY = Sentence(
    "a hand is entered as hands, as what they are worth, or as amounts: one of these",
    "一局只能以手牌、以所值或以收支之一记入",
)
POTS_WITH_AMOUNTS = Sentence(
    "what pots get is said with amounts alone: else the ruleset says it", "只有记收支时才说池得多少，否则由规则决定"
)
AMOUNTS_ALL_TOLD = Sentence("amounts are all told: say what the pots get", "收支须全部写明：请写池得多少")
WINNERS_HAND = Sentence(
    "expected the winner's hand, what it is worth, or the amounts", "应有和牌者的手牌、所值，或各家收支"
)
SEVERAL_WON = Sentence("several have won: enter the hand of each, or the amounts", "几家和牌：请记各家手牌，或收支")
WINS_TWICE = Sentence("nobody wins a hand twice", "同一人不能和两次")
ONLY_DRAWN = Sentence(
    "only after a drawn hand it is said who was ready, or that it was stopped", "只有流局才说谁听牌或中止"
)
STOPPED_BEFORE = Sentence(
    "after a hand that was stopped nobody is asked who was ready, nor for ponds", "中止的一局不问谁听牌，也不看牌河"
)
OWN_DISCARD = Sentence("{winner} cannot have discarded the winning tile", "{winner} 不能是点炮者")
DRAWN_NO_HAND = Sentence("nobody has won: a drawn hand has no winner's hand", "流局没有和牌者的手牌")
DRAWN_NO_DISCARD = Sentence("nobody has won: nobody discarded the winning tile", "流局没有点炮者")
MOST_WIN = Sentence("{ruleset} lets {most} win by one tile", "此规则一张牌至多 {most} 家和")
ALL_HANDS = Sentence(
    "who pays whom in {ruleset} depends on the hands of all: enter the amounts", "此规则收付取决于各家手牌：请记收支"
)
WON_BEFORE = Sentence("{player} had won before, and played no more", "{player} 此前已和，不再参与")
ENDS_AFTER = Sentence(
    "{ruleset} ends a hand after {wins}, and {several}: the same discard",
    "此规则和 {number} 家即终局：须为打出的同一张牌",
)
NOT_ZERO = Sentence(
    "the amounts sum to {sum}, not to zero: put them right, or name the difference",
    "收支合计为 {sum}，不为零：请改正，或写明差额归何处",
)
FIELD_MISSING = Sentence("{kind}: {lacking} is missing", "未填：{lacking:field}")
NAME_MISSING = Sentence("{where} is missing", "未填：{where:field}")
ODD_LINE = Sentence("line {line}: {problem}", "第 {line} 行：{problem}")
UNDONE_WITH_LINES = Sentence(
    "the evening was undone, and yet it has lines that count", "本次牌局已撤销，却仍有计入的记录"
)
OPENED_TWICE = Sentence("a second opening of the evening", "牌局再次开始")
TABLE_UNKNOWN = Sentence("there is no table {table}", "没有第 {said} 桌")
TABLE_IS_CLOSED = Sentence("the table {table} is closed", "第 {table} 桌已收桌")
TABLE_TWICE = Sentence("the table {table} is made up already", "已有第 {table} 桌")
NOT_HERE = Sentence("{player} is not here", "{player} 不在场")
NOT_SEATED = Sentence("{named} does not sit at table {table}{near}", "{player} 不在第 {table} 桌{near}")
HERE_ALREADY = Sentence("{player} is here already", "{player} 已在场")
HAND_TWICE = Sentence("hand {number} of table {table} is written down already", "第 {table} 桌第 {number} 局已经记入")
HAS_LEFT = Sentence("{player} has left", "{said} 已离场")
CANNOT_GO_ON = Sentence("table {table} cannot go on: {problem}", "第 {table} 桌不能继续：{problem}")
NOT_COME = Sentence("{player} has not come to this evening", "{said} 没有来过本次牌局")
LESS_THAN_NOTHING = Sentence(
    "the pot {pot} of table {table} holds {amount}", "第 {table} 桌的池“{pot:pot}”里有 {amount}"
)
AT_TABLES = Sentence("{player} sits at tables {tables}", "{player} 同时坐在第 {numbers} 桌")
ALIKE = Sentence("{names} may be the same player", "{all} 可能是同一人")
CLUBS_ALIKE = Sentence("{names} may be the same club", "{all} 可能是同一俱乐部")
RECKONED_BEFORE = Sentence(
    "line {line}: this game was reckoned up before what it counts was corrected: correct the line, or undo it and "
    "reckon the game up again",
    "第 {line} 条：结算之后本场账目又有更正：请更正这一条，或撤销后重新结算",
)
PLAYS_ON = Sentence(
    "table {table} plays on after its game was reckoned up: begin another with the seats anew",
    "第 {table} 桌已结算而仍在记局：请以“重新开局”再开一场",
)
NAME_EMPTY = Sentence("{where}: a name is empty", "有姓名为空")
NO_DATE = Sentence("{date} is no date: expected one as 2026-11-24", "“{said:written}”不是日期：应如 2026-11-24")
NO_NAME = Sentence(
    "{where}: {name} is no name: expected a line of at most {most} characters, without spaces around it",
    "“{said:written}”不是名字：应为一行，至多 {most} 个字符，前后无空格",
)
MORE_NAMES = Sentence(
    "{where}: expected {least} or more names, got {number}", "应有 {least} 个以上的名字，现有 {number} 个"
)
TOO_MANY_NAMES = Sentence("{where}: more than {most} names", "名字超过 {most} 个")
NAME_TWICE = Sentence("{where}: {twice} comes twice", "“{said:written}”出现两次")
LONG_TEXT = Sentence("{where}: more than {most} characters", "超过 {most} 个字符")
NO_EVENING = Sentence("there is no evening {id}{near}", "没有这次牌局{near}")
EVENING_UNDONE = Sentence("the evening was undone", "本次牌局已撤销")
UNDONE_ALREADY = Sentence("that was undone already", "已经撤销")
IN_EVENT = Sentence("{kind}: {problem}", "{problem}")


def without_line(problem: str) -> str:
    """A problem of the books without its line, where it is about the one that is being written."""
    own = problem.values.get("problem") if isinstance(problem, Spoken) else None
    return own if isinstance(own, str) else problem
