"""Reads one YAML file into nodes with places, and refuses whatever could hurt or mislead.

Types are those of YAML 1.2: `off`, `1:30` and `010` stay text. Refused are duplicate keys, tags,
merge keys, values that hold themselves, second documents, and files that are too large or deep.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import isinf
from typing import Any, Final

import yaml

from ... import bounds
from ...declared.named_tuple import NamedTuple
from ...errors import Place, Problem, RulesetError, unfit
from ...spoken import Sentence, Spoken
from .node import Node
from .size_limits import too_large

_RULESET_WHICH_BEGINS = Sentence("a ruleset, which begins with its id", "规则，第一行是代号（“id”）")()
_KEYS_ID_EXTENDS = Sentence("keys such as id, extends and scoring", "若干“键: 值”，如“id”、“extends”、“scoring”")()
_RULESET = Sentence("a ruleset is", "一种规则只有")()
_KEYS_THEIR_VALUES = Sentence("keys and their values", "若干“键: 值”")()
_KEYS_VALUES = Sentence("keys to values", "若干“键: 值”")()
_FILE_HAS = Sentence("the file has", "文件只能有")()
_BYTE_NOT_UTF = Sentence(
    "byte {byte} is not UTF-8 text: save the file as UTF-8", "字节“{byte}”不是“UTF-8”文字：请把文件存成“UTF-8”"
)
_CHARACTER_U_NOT = Sentence("the character U+{code} is not allowed in a text file", "文本文件里不能有字符“U+{code}”")
_FILE_EMPTY_EXPECTED = Sentence("the file is empty: expected {whole}", "文件是空的：应为{whole}")
_LINE_INDENTED_DEEPER = Sentence(
    " (this line is indented deeper than the one above it)", "（这一行比上一行缩进得深）"
)()
_LINE_NOT_CLOSED = Sentence(
    '"{sign}" in line {line} is not closed: "," or "{closing}" is missing',
    "第 {line} 行的“{sign}”没有收尾：缺少“,”或“{closing}”",
)
_PUT_COLON_BEHIND = Sentence('put a colon behind "{key}"', "“{key}”之后请写冒号")
_SECOND_DOCUMENT_BEGINS = Sentence("a second document begins here: {one} one", "这里开始了第二份文档：{one}一份")
_TAG_NOT_ALLOWED = Sentence(
    'the tag "{written}" is not allowed: write the plain value', "不能用标签“{written}”：请直接写值"
)
_NESTED_MORE_THAN = Sentence("nested more than {most} deep", "一层套一层，超过 {most} 层")
_MORE_THAN_VALUES = Sentence(
    "more than {most} values, aliases counted each time they are used", "值超过 {most} 个（别名每用一次算一次）"
)
_VALUE_HOLDS_ITSELF = Sentence("a value that holds itself", "这个值包含了自己")()
_KEY_MUST_BE = Sentence("a key must be a word, not a list or a mapping", "键应为一个词，而不是列表或一组“键: 值”")()
_MERGE_KEYS_NOT = Sentence(
    "merge keys (<<) are not allowed: a ruleset inherits by extends", "不能用“<<”：规则用“extends”继承"
)()
_READ_ONE_WORD = Sentence('"{key}" is read as one word: {meant}', "“{key}”被读作一个词：{meant}")
_KEY_GIVEN_TWICE = Sentence(
    'the key "{key}" is given twice, first in line {line}', "“{key}”写了两次，第一次在第 {line} 行"
)
_CHARACTER_NOT_ALLOWED = Sentence(
    "the character {odd} is not allowed: it shows nothing, or changes what is shown",
    "不能有字符“{odd}”：它不显示，或会改变显示",
)
_NUMBER_MORE_THAN = Sentence("a number of more than {most} digits", "数字超过 {most} 位")
_PUT_SPACE_BEHIND = Sentence(
    'put a space behind the colon, as in "{key}: {value}"', "冒号后请空一格，如“{key}: {value}”"
)
_SPACE_U_NONE = Sentence(
    "the space U+{code} is none here: write plain spaces", "空格“U+{code}”在这里不算空格：请用半角空格"
)
_PUT_COLON_SPACE = Sentence('put a colon and a space behind "{key}"', "“{key}”之后请写冒号和空格")
_TAB_CANNOT_INDENT = Sentence(" (a tab cannot indent YAML: use spaces)", "（缩进不能用制表符：请用空格）")()
_TEXT_BEGINS_CHARACTER = Sentence(
    " (text that begins with this character needs quotes)", "（以这个字符开头的文字要加引号）"
)()
_TEXT_CONTAINS_NEEDS = Sentence(' (text that contains ": " needs quotes)', "（含有“: ”的文字要加引号）")()

_NOT_YAML = Sentence("this is not YAML: {what}", "写法不合“YAML”：{what}")
_HINTED = Sentence("{words}{hint}", "{words}{hint}")
IN_BRACKETS = Sentence(" ({told})", "（{told}）")
_EXPECTED_MAPPING = Sentence("expected a mapping of {keys}{hint}", "应为{keys}{hint}")
_WIDE_SIGN = Sentence('"{sign}" is a wide sign: write "{plain}"', "“{sign}”是全角符号：请改为半角的“{plain}”")
_WIDE_COLON = Sentence(
    '"{sign}" is a wide sign: write "{plain}" and a space', "“{sign}”是全角符号：请改为半角的“{plain}”，后面空一格"
)
_PARSER_WORDS: Final = {
    r"mapping values are not allowed": "这里不能再有“: ”",
    r"could not find expected ':'": "缺少冒号",
    r"did not find expected key|expected <block end>": "这里应为一个键，与上面的键对齐",
    r"did not find expected '-' indicator": "这里应为“-”，与上面的对齐",
    r"expected ',' or '([\]}])'": "缺少“,”或收尾的括号",
    r"node content": "这里缺少值",
    r"<document start>": "这里应已结束，却还有内容",
    r"cannot start any token": "不能以这个字符开头",
    r"unexpected end of stream": "没有收尾：缺少引号或括号",
    r"unexpected document separator|unexpected document indicator": "没有收尾：缺少引号",
    r"sequence entries are not allowed": "这里不能有“- ”",
    r"mapping keys are not allowed": "这里不能有“? ”",
    r"undefined alias": "没有定义这个别名（“*”）",
    r"unknown escape character": "双引号里不能有这样的“\\”：请用单引号",
    r"tab character": "缩进不能用制表符",
    r"cannot be read": "读不懂",
}
"""What the parsers of YAML say, as a pattern, and the same in Chinese."""

_Base: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_INTEGER = re.compile(r"[-+]?(0|[1-9][0-9]*)")
_FLOAT = re.compile(r"[-+]?([0-9]+\.[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?")
_WORDS: dict[str, bool | None] = {
    **dict.fromkeys(("null", "Null", "NULL", "~", ""), None),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_UNFIT = re.compile("[^\t\n\r\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What is not allowed: what YAML does not, and what begins a new line for some of its readers but not for editors."""
_NO_SPACE = re.compile(r"([\w-]+):(?![\s/])(.+)")
"""A key whose colon has no space behind it, and what stands there; no address of the web."""
_CLOSING = {"{": "}", "[": "]"}
"""The brackets of YAML by those that open them."""
_WORD = re.compile(r"[\w-]+")
"""A line that is a key whose colon is missing, where it is no text."""
_NO_COLON = re.compile(r"([\w-]+)(?: +[\[{]|\{)")
"""A key whose colon is missing, before what it holds."""
_WIDE = {"\uff1a": ":", "\uff0c": ",", "\uff5b": "{", "\uff5d": "}", "\uff3b": "[", "\uff3d": "]"}
"""Signs as keyboards for Chinese write them, and those that were meant."""
_WIDE_SPACES = "\u3000\xa0"
"""Spaces that are none to YAML."""
_WIDE_IN_KEY = re.compile(f"[{_WIDE_SPACES}]|[A-Za-z0-9_-]*\uff1a")
"""How a key begins that was written with such a sign."""
_WIDE_BEHIND = re.compile(rf"[\w-]+(?::[{_WIDE_SPACES}]|\uff1a)")
"""A key with such a space behind its colon, or a wide colon."""
_WIDE_IN_LINE = re.compile(rf" *(?:- )?[\w-]+(?:\uff1a|: *[\uff5b\uff3b]|:[{_WIDE_SPACES}])")
"""How a line begins that was."""
_APART = re.compile(r"""("[^"]*"|'[^']*'|(?:^|\s)#.*)""")
"""What stands in quotes, and remarks."""
_BRACKET_OPEN = re.compile("',' or '[]}]'")
"""What the parsers say of what stands in brackets."""
_TORN_ABOVE = (
    "mapping values are not allowed",
    "could not find expected ':'",
    "did not find expected <document start>",
    "expected '<document start>'",
)
"""What the parsers of YAML say below a line that they could not read as a key and its value."""
_BREAK = re.compile("\r\n|[\n\r]")
"""Where a new line begins."""


class Expected(NamedTuple):
    """What a file should hold, as messages say it: where nothing is there, no mapping, or a second document."""

    whole: str
    keys: str
    one: str


RULESET: Final = Expected(_RULESET_WHICH_BEGINS, _KEYS_ID_EXTENDS, _RULESET)
OTHER: Final = Expected(_KEYS_THEIR_VALUES, _KEYS_VALUES, _FILE_HAS)


def read_source(data: bytes, name: str, expected: Expected = RULESET) -> Node:
    """The nodes of a YAML file. Raises RulesetError with all problems that can be reported at once."""
    return _Reader(data, name, expected).read()


class _Reader:
    """Reads one file."""

    def __init__(self, data: bytes, name: str, expected: Expected) -> None:
        self.name, self.expected = name, expected
        self.problems: list[Problem] = []
        self.lines: list[str] = []
        self.nodes = 0
        self.text = self.decode(data)

    def decode(self, data: bytes) -> str:
        """The text of the file, without what YAML cannot hold."""
        if len(data) > bounds.FILE_BYTES:
            raise self.error(too_large(len(data)), 0, 0)
        text = data.decode("utf-8-sig", "replace")
        self.lines = _BREAK.split(text)
        try:
            data.decode("utf-8")
        except UnicodeDecodeError as error:
            message = _BYTE_NOT_UTF(byte=f"{data[error.start]:#04x}")
            raise self.error(message, *_end(data[: error.start].decode("utf-8-sig", "replace"))) from None
        found = _UNFIT.search(text)
        if found:
            message = _CHARACTER_U_NOT(code=f"{ord(found[0]):04X}")
            raise self.error(message, *_end(text[: found.start()]))
        return text

    def place(self, line: int, column: int) -> Place:
        """The place of a line and column that count from 0."""
        text = self.lines[line] if line < len(self.lines) else ""
        return Place(self.name, line + 1, column + 1, text)

    def error(self, message: str, line: int, column: int) -> RulesetError:
        """The error of a single problem."""
        return RulesetError([Problem("", message, self.place(line, column))])

    def problem(self, message: str, mark: Any) -> None:
        """Note a problem at a mark and go on."""
        self.problems.append(Problem("", message, self.place(mark.line, mark.column)))

    def read(self) -> Node:
        """The whole file."""
        try:
            self.scan()
            if self.problems:
                raise RulesetError(self.problems)
            composed = yaml.compose(self.text, Loader=_Base)
        except yaml.MarkedYAMLError as error:
            raise self.syntax_error(error) from None
        except yaml.YAMLError as error:
            raise self.error(_NOT_YAML(what=_parser_says(str(error))), 0, 0) from None
        if composed is None:
            raise self.error(_FILE_EMPTY_EXPECTED(whole=self.expected.whole), 0, 0)
        node = self.convert(composed, ())
        if not node.is_mapping:
            mark = composed.start_mark
            meant = "" if node.is_list else _meant_key(self.lines[mark.line].strip())
            hint = IN_BRACKETS(told=meant) if meant else ""
            self.problem(_EXPECTED_MAPPING(keys=self.expected.keys, hint=hint), mark)
        if self.problems:
            raise RulesetError(self.problems)
        return node

    def syntax_error(self, error: yaml.MarkedYAMLError) -> RulesetError:
        """What YAML says, at the place it says it of."""
        mark = error.problem_mark or error.context_mark
        words = str(error.problem or error.context or "cannot be read")
        line, column = (mark.line, mark.column) if mark else (0, 0)
        above = self.line_above(line)
        for at in (above, line) if words.startswith(_TORN_ABOVE) else (line,):
            sign = _wide_sign(self.lines[at], words) if 0 <= at < len(self.lines) else -1
            if sign >= 0:
                return self.error(_NOT_YAML(what=_narrow(self.lines[at][sign])), at, sign)
        torn = self.torn(above) if above >= 0 else ""
        if torn and words.startswith(_TORN_ABOVE):
            return self.error(_NOT_YAML(what=torn), above, _indent(self.lines[above]))
        rest = [self.lines[line][column:], *self.lines[line + 1 :]] if line < len(self.lines) else []
        if error.context_mark and not "".join(rest).strip():
            line, column = error.context_mark.line, error.context_mark.column
        if still_open := self.still_open(error, line):
            return self.error(_NOT_YAML(what=still_open), line, column)
        deeper = _LINE_INDENTED_DEEPER
        hint = _yaml_hint(words, rest) if self.indented_like_others(line) else deeper
        return self.error(_NOT_YAML(what=_HINTED(words=_parser_says(words), hint=hint)), line, column)

    def still_open(self, error: yaml.MarkedYAMLError, line: int) -> str:
        """That a bracket of a line above is not closed, where an error comes of that; empty where none is."""
        opened = error.context_mark
        if opened is None or opened.line >= line or "while parsing a flow" not in str(error.context):
            return ""
        sign = self.lines[opened.line][opened.column : opened.column + 1]
        if sign not in _CLOSING:
            return ""
        return _LINE_NOT_CLOSED(sign=sign, line=opened.line + 1, closing=_CLOSING[sign])

    def torn(self, line: int) -> str:
        """What to do with a line that was to be a key, or one with its value; empty for another."""
        text = self.lines[line].split(" #")[0].strip().removeprefix("- ")
        is_key = _WORD.fullmatch(text) and self.indented_like_others(line)  # else it is text in several lines
        return without_space(text) or (_PUT_COLON_BEHIND(key=text[:40]) if is_key else "")

    def line_above(self, line: int) -> int:
        """The last line before one that says something; -1 for none."""
        return next((at for at in range(min(line, len(self.lines)) - 1, -1, -1) if _says(self.lines[at])), -1)

    def indented_like_others(self, line: int) -> bool:
        """Whether a line is no deeper than the one above it, or is what that one opens."""
        at = self.line_above(line)
        above = self.lines[at] if at >= 0 else ""
        opens = above.split(" #")[0].rstrip().endswith((":", ",", "{", "[", "|", ">", "-"))
        own = self.lines[line] if line < len(self.lines) else ""
        return opens or _indent(own) <= _indent(above)

    def scan(self) -> None:
        """Look through the events for what must not be composed."""
        depth = documents = 0
        for event in yaml.parse(self.text, Loader=_Base):
            if isinstance(event, yaml.DocumentStartEvent):
                documents += 1
                if documents > 1:
                    self.problem(_SECOND_DOCUMENT_BEGINS(one=self.expected.one), event.start_mark)
            tag = getattr(event, "tag", None)
            if tag is not None:
                written = str(tag).replace("tag:yaml.org,2002:", "!!")
                self.problem(_TAG_NOT_ALLOWED(written=written), event.start_mark)
            if isinstance(event, (yaml.MappingStartEvent, yaml.SequenceStartEvent)):
                depth += 1
                if depth > bounds.FILE_DEPTH:
                    mark: Any = event.start_mark
                    raise self.error(_NESTED_MORE_THAN(most=bounds.FILE_DEPTH), mark.line, mark.column)
            elif isinstance(event, (yaml.MappingEndEvent, yaml.SequenceEndEvent)):
                depth -= 1

    def convert(self, node: yaml.Node, open_nodes: Sequence[yaml.Node], key: Place | None = None) -> Node:
        """A composed node as a Node; counts nodes as often as aliases repeat them."""
        mark = node.start_mark
        self.nodes += 1
        if self.nodes > bounds.FILE_VALUES:
            raise self.error(
                _MORE_THAN_VALUES(most=bounds.FILE_VALUES),
                mark.line,
                mark.column,
            )
        place = self.place(mark.line, mark.column)
        if any(node is other for other in open_nodes):
            raise self.error(_VALUE_HOLDS_ITSELF, mark.line, mark.column)
        inside = (*open_nodes, node)
        if isinstance(node, yaml.MappingNode):
            return Node(self.mapping(node, inside), place, key)
        if isinstance(node, yaml.SequenceNode):
            return Node([self.convert(item, inside) for item in node.value], place, key)
        assert isinstance(node, yaml.ScalarNode)
        return Node(self.scalar(node), place, key, written="" if node.style else str(node.value))

    def mapping(self, node: yaml.MappingNode, inside: Sequence[yaml.Node]) -> dict[str, Node]:
        """The entries of a mapping; keys are text and come once."""
        found: dict[str, Node] = {}
        for key_node, value_node in node.value:
            mark = key_node.start_mark
            place = self.place(mark.line, mark.column)
            if not isinstance(key_node, yaml.ScalarNode):
                self.problem(_KEY_MUST_BE, mark)
                continue
            key = str(key_node.value)
            if key == "<<" and not key_node.style:
                self.problem(_MERGE_KEYS_NOT, mark)
                continue
            self.check_text(key, mark)
            meant = "" if key_node.style else _meant_key(key)
            if meant:
                self.problem(_READ_ONE_WORD(key=key[:40], meant=meant), mark)
                continue
            value = self.convert(value_node, inside, place)
            if key in found:
                first = found[key].key
                line = first.line if first else 0
                self.problem(_KEY_GIVEN_TWICE(key=key, line=line), mark)
                continue
            found[key] = value
        return found

    def check_text(self, text: str, mark: Any, *, lines: bool = False) -> None:
        """Refuse what nobody can see, which could forge what is printed."""
        odd = unfit(text, lines=lines)
        if odd:
            self.problem(_CHARACTER_NOT_ALLOWED(odd=odd), mark)

    def scalar(self, node: yaml.ScalarNode) -> str | int | float | bool | None:
        """The value of a scalar by the types of YAML 1.2; quoted values are text."""
        text = str(node.value)
        self.check_text(text, node.start_mark, lines=True)
        if node.style:
            return text
        if text in _WORDS:
            return _WORDS[text]
        if _INTEGER.fullmatch(text):
            if len(text) > bounds.FILE_DIGITS:
                self.problem(_NUMBER_MORE_THAN(most=bounds.FILE_DIGITS), node.start_mark)
                return 0
            return int(text)
        if _FLOAT.fullmatch(text):
            if isinf(float(text)):
                self.problem(_NUMBER_MORE_THAN(most=bounds.FILE_DIGITS), node.start_mark)
            return float(text)
        return text


def _end(text: str) -> tuple[int, int]:
    """The line and column, from 0, behind a text."""
    lines = _BREAK.split(text)
    return len(lines) - 1, len(lines[-1])


def without_space(text: str) -> str:
    """What to do with a key and its value that have no space between them, or a wide one; empty for other text."""
    wide = _WIDE_BEHIND.match(text)
    if wide:
        return _narrow(wide[0][-1])
    found = _NO_SPACE.fullmatch(text)
    return _PUT_SPACE_BEHIND(key=found[1], value=found[2][:40]) if found else ""


def _wide_sign(line: str, words: str) -> int:
    """Where a line has the wide sign that such an error of YAML comes from; -1 for nowhere."""
    begins = _WIDE_IN_LINE.match(line)
    if begins:
        return begins.end() - 1
    plain = _APART.sub(lambda found: "-" * len(found[0]), line) if _BRACKET_OPEN.search(words) else ""
    return next((at for at, sign in enumerate(plain) if sign in _WIDE), -1)


def _narrow(sign: str) -> str:
    """What to write in place of a wide sign, or of a space that is none."""
    if sign in _WIDE_SPACES:
        return _SPACE_U_NONE(code=f"{ord(sign):04X}")
    return (_WIDE_COLON if _WIDE[sign] == ":" else _WIDE_SIGN)(sign=sign, plain=_WIDE[sign])


def _meant_key(key: str) -> str:
    """What is missing in a key that holds what should stand behind it; empty for other keys."""
    wide = _WIDE_IN_KEY.match(key)
    if wide:
        return _narrow(wide[0][-1])
    found = _NO_COLON.match(key)
    return without_space(key) or (_PUT_COLON_SPACE(key=found[1]) if found else "")


def _parser_says(words: str) -> Spoken:
    """What a parser of YAML says of a text, which both of them say in words of their own."""
    known = next((chinese for pattern, chinese in _PARSER_WORDS.items() if re.search(pattern, words)), "“{words}”")
    return Sentence("{words}", known)(words=words)


def _says(line: str) -> bool:
    """Whether a line says anything."""
    return bool(line.strip()) and not line.lstrip().startswith("#")


def _indent(line: str) -> int:
    """How many spaces a line begins with."""
    return len(line) - len(line.lstrip(" "))


def _yaml_hint(words: str, rest: Sequence[str]) -> str:
    """What usually causes such an error of YAML, judged by the text at its place."""
    here = rest[0] if rest else ""
    if here.startswith("\t"):
        return _TAB_CANNOT_INDENT
    if "cannot start any token" in words:
        return _TEXT_BEGINS_CHARACTER
    if "mapping values are not allowed" in words and here.startswith(": "):
        return _TEXT_CONTAINS_NEEDS
    return ""
