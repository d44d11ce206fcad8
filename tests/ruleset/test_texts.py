"""What a ruleset says in words: read only where it is shown, inherited while it is true, no part of the hash."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import mjrules
from mjrules.cli import main
from mjrules.ruleset.files.chain import read_files
from mjrules.ruleset.files.find import SourceFile, bundled_ids
from mjrules.ruleset.files.packages import ids_in, stem_of_main
from mjrules.ruleset.texts import RulesetTexts, languages_of, read_texts
from tests.kit.rulesets import loaded

BASE = """id: base
extends: chinese-official
rules:
  lucky: {fan: 3, when: {flag: last_tile}, text: The last tile of the wall wins.}
"""
WORDS = """rules:
  all_pungs: Four pungs and a pair.
  all_types: {text: "Characters, dots, bamboos, winds and dragons.", names: {fr: Cinq familles}}
options:
  mixed_kongs: {text: What two kongs are worth., values: {none: each for itself, 6: six}}
shapes: {seven_pairs: Seven pairs.}
settlement: All pay the winner.
"""
FRENCH = "rules: {all_pungs: Quatre brelans et une paire.}\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name, text in {"base": BASE, "base.words": WORDS, "base.words.fr": FRENCH}.items():
        Path(f"{name}.yaml").write_text(text, encoding="utf-8")
    return tmp_path


def club(text: str, words: str = "", language: str = "en") -> RulesetTexts:
    """What a club's file that extends the base says in words."""
    Path("club.yaml").write_text(f"id: club\nextends: base.yaml\n{text}", encoding="utf-8")
    Path("club.words.yaml").write_text(words or "{}\n", encoding="utf-8")
    return read_texts(read_files("club.yaml"), language, mjrules.load("club.yaml").options)


@pytest.mark.usefixtures("folder")
def test_what_a_child_inherits_and_says_itself() -> None:
    said = club(
        "rules: {pair_hand: {fan: 1, when: {waits: 1}, text: One tile wins.}}\n", "shapes: {seven_pairs: Pairs.}\n"
    )
    assert said.of("rules", "all_pungs") == "Four pungs and a pair."
    assert said.of("rules", "lucky") == "The last tile of the wall wins."
    assert said.of("rules", "pair_hand") == "One tile wins."
    assert said.of("shapes", "seven_pairs") == "Pairs."
    assert said.of("options", "mixed_kongs", "values", "6") == "six"
    assert said.of("settlement") == "All pay the winner."
    assert said.of("rules", "none_such") is None
    assert said.names["all_types"] == {"fr": "Cinq familles"}
    Path("base.words.zh.yaml").write_text("rules: {all_types: {names: {zh: 五門齊}}}\n", encoding="utf-8")
    assert club("").names["all_types"] == {"fr": "Cinq familles", "zh": "五門齊"}
    Path("base.words.zh.yaml").unlink()
    place = said.said["rules", "all_pungs"].place
    assert (place.file, place.line) == ("base.words.yaml", 2)


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("change", ["when: {suits: 1}", "for: all", "each: true", "aside: true"])
def test_a_text_is_no_longer_inherited_when_the_condition_changes(change: str) -> None:
    assert club(f"rules: {{all_pungs: {{{change}}}}}\n").of("rules", "all_pungs") is None
    assert club(f"rules: {{all_pungs: {{{change}, text: Mine.}}}}\n").of("rules", "all_pungs") == "Mine."


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("change", ["concealed: false", "concealed: false, open_runs: true"])
def test_a_text_is_no_longer_inherited_when_its_hand_may_be_claimed(change: str) -> None:
    hand = "  snake: {fan: 9, hand: [123456789m, 5 x 1z], concealed: true, text: All in hand.}\n"
    Path("base.yaml").write_text(BASE + hand, encoding="utf-8")
    assert club("").of("rules", "snake") == "All in hand."
    assert club(f"rules: {{snake: {{{change}}}}}\n").of("rules", "snake") is None


@pytest.mark.usefixtures("folder")
def test_a_text_is_no_longer_inherited_when_a_group_of_its_rule_changes() -> None:
    Path("base.yaml").write_text(f"{BASE}  all_pungs: {{group: big}}\ngroups: {{big: Big}}\n", encoding="utf-8")
    assert club("rules: {big: {aside: true}}\n").of("rules", "all_pungs") is None
    assert club("rules: {big: {aside: true}}\n").of("rules", "lucky") == "The last tile of the wall wins."
    assert club("rules: {big: {fan: 9}}\n").of("rules", "all_pungs") == "Four pungs and a pair."


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    "change",
    [
        "terms: {calm: {replace: {flag: heaven}}}",
        "terms: {quiet: {replace: {self_drawn: false}}}",
        "tile_classes: {odd: 1357m}",
        "tile_classes: {few: {tiles: 19m}}",
    ],
)
def test_a_text_is_no_longer_inherited_when_a_word_of_its_condition_means_something_else(change: str) -> None:
    Path("base.yaml").write_text(
        f"""{BASE}  lucky_too: {{fan: 1, when: {{is: calm, tiles: some}}, text: Mine too.}}
win_requires: {{is: quiet}}
shapes: {{odd_pairs: {{parts: [7 x pair some], text: Odd pairs.}}}}
terms: {{calm: {{is: quiet}}, quiet: {{self_drawn: true}}}}
tile_classes: {{odd: 13579m, few: {{tiles: odd, aliases: [some]}}}}
""",
        encoding="utf-8",
    )
    Path("base.words.yaml").write_text(f"{WORDS}win_requires: Drawn.\n", encoding="utf-8")
    before, after = club(""), club(f"{change}\n")
    asks = {("rules", "lucky_too"), ("win_requires",), ("shapes", "odd_pairs")}
    assert asks <= before.said.keys()
    calm, own, tiles = ("rules", "lucky_too"), ("win_requires",), ("shapes", "odd_pairs")
    changed = {calm} if "calm" in change else {calm, own} if "quiet" in change else {calm, tiles}
    assert before.said.keys() - after.said.keys() == changed


@pytest.mark.usefixtures("folder")
def test_a_text_stays_when_only_the_worth_changes() -> None:
    assert club("rules: {all_pungs: {fan: 7}}\n").of("rules", "all_pungs") == "Four pungs and a pair."


@pytest.mark.usefixtures("folder")
def test_a_text_goes_with_its_rule() -> None:
    assert club("rules: {lucky: null}\n").of("rules", "lucky") is None


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("change", "english", "chinese"),
    [
        ("text: null", None, None),
        ("text: {zh: null}", "The last tile.", "The last tile."),
        ("text: {en: null}", None, "最后一张。"),
        ("text: {zh: null, en: The last one.}", "The last one.", "The last one."),
    ],
)
def test_a_child_deletes_a_text_that_a_file_says_itself(change: str, english: str | None, chinese: str | None) -> None:
    """In all languages, or in one."""
    text = "{en: The last tile., zh: 最后一张。}"
    Path("base.yaml").write_text(
        f"id: base\nextends: chinese-official\nrules: {{lucky: {{fan: 3, when: {{flag: last_tile}}, text: {text}}}}}\n",
        encoding="utf-8",
    )
    change = f"rules: {{lucky: {{{change}}}}}\n"
    assert [club(change, language=language).of("rules", "lucky") for language in ("en", "zh")] == [english, chinese]


@pytest.mark.usefixtures("folder")
def test_another_language_falls_back_on_english() -> None:
    said = club("", language="fr")
    assert said.of("rules", "all_pungs") == "Quatre brelans et une paire."
    assert said.of("rules", "all_types") == "Characters, dots, bamboos, winds and dragons."
    assert {"en", "fr"} <= set(languages_of(read_files("club.yaml")))
    assert club("", language="xx").of("rules", "all_pungs") == "Four pungs and a pair."


SPOKEN = {
    "rules": "lucky_pair: {fan: 1, when: {waits: 1}, text: TEXTS}",
    "options": "lucky: {of: rules.lucky.fan, text: TEXTS}",
    "shapes": "odd_pairs: {parts: [7 x pair 13579m], text: TEXTS}",
    "penalties": "late: {title: Late, each: 1, text: TEXTS}",
    "bonus_payments": "early: {title: Early, each: 1, text: TEXTS}",
    "pots": "tea: {title: Tea, text: TEXTS}",
    "flags": "early: TEXTS",
    "fields": "cups: {type: number, about: TEXTS}",
    "groups": "big: TEXTS",
    "types": "small: TEXTS",
}
"""An entry of each section in which a file itself says what an entry is."""


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("section", SPOKEN)
def test_a_file_itself_says_it_in_several_languages(section: str) -> None:
    def file(texts: str) -> str:
        return f"{section}:\n  {SPOKEN[section].replace('TEXTS', texts)}\n"

    path = (section, SPOKEN[section].split(":")[0])
    both, said = file("{en: Tea time., zh: 喝茶。}"), {"en": "Tea time.", "zh": "喝茶。", "fr": "Tea time."}
    assert {language: club(both, language=language).of(*path) for language in said} == said
    other = file("{zh: 喝茶。, mi: Tina.}")
    assert [club(other, language=language).of(*path) for language in ("en", "zh", "mi")] == [None, "喝茶。", "Tina."]
    assert set(languages_of(read_files("club.yaml"))) > {"en", "mi", "zh"}
    ruleset = mjrules.load("club.yaml")
    ruleset.files = None
    assert [ruleset.texts(language).of(*path) for language in ("zh", "mi")] == ["喝茶。", "Tina."]


@pytest.mark.usefixtures("folder")
def test_a_child_adds_a_language_to_what_a_file_says_itself() -> None:
    Path("club.yaml").write_text("id: club\nextends: base.yaml\nrules: {lucky: {text: {zh: 最後一張。}}}\n", "utf-8")
    files = read_files("club.yaml")
    assert [read_texts(files, language).of("rules", "lucky") for language in ("en", "zh")] == [
        "The last tile of the wall wins.",
        "最後一張。",
    ]
    text = mjrules.load("club.yaml").definition.rules["lucky"].text
    assert text == {"en": "The last tile of the wall wins.", "zh": "最後一張。"}


@pytest.mark.usefixtures("folder")
def test_texts_are_no_part_of_the_hash() -> None:
    with_text = mjrules.load("base.yaml").hash
    Path("base.yaml").write_text(BASE.replace(", text: The last tile of the wall wins.", ""), encoding="utf-8")
    Path("base.words.yaml").unlink()
    assert mjrules.load("base.yaml").hash == with_text


@pytest.mark.usefixtures("folder")
def test_scoring_reads_no_companion_with_words(monkeypatch: pytest.MonkeyPatch) -> None:
    read = []
    usual = SourceFile.__init__

    def noting(self: SourceFile, path: str, *, beside: bool = False) -> None:
        read.append(path)
        usual(self, path, beside=beside)

    monkeypatch.setattr(SourceFile, "__init__", noting)
    assert mjrules.load("base.yaml").score("11122233344455m").total > 0
    assert read
    assert not [name for name in read if ".words" in name]


def test_companions_are_no_rulesets(folder: Path) -> None:
    assert ids_in(folder) == ["base"]
    assert [stem_of_main(stem) for stem in ("a.words", "a.words.zh-Hant", "a.sources", "a", "a.b")] == ["a"] * 3 + [
        None
    ] * 2
    with pytest.raises(mjrules.RulesetError, match=r'is a companion of "base\.yaml"'):
        mjrules.load("base.words.fr.yaml")


@pytest.mark.usefixtures("folder")
def test_check_tells_what_is_wrong_in_any_language(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "base.yaml"]) == 0
    Path("base.words.fr.yaml").write_text("rules: {all_pung: Quatre brelans.}\n", encoding="utf-8")
    capsys.readouterr()
    assert main(["check", "base.yaml", "--json"]) == 2
    (answer,) = json.loads(capsys.readouterr().out)
    assert answer["problems"][0]["message"].startswith(
        '"all_pung" is not in rules of the ruleset (did you mean "all_pungs"?)'
    )


def test_a_companion_is_no_link_to_elsewhere(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    secret = tmp_path_factory.mktemp("elsewhere") / "secret.yaml"
    secret.write_text(FRENCH, encoding="utf-8")
    (folder / "base.words.yaml").unlink()
    (folder / "base.words.yaml").symlink_to(secret)
    with pytest.raises(mjrules.RulesetError, match="is a link to a file in another folder"):
        read_texts(read_files("base.yaml"))


COMPLETE = ("rules", "options", "shapes", "house_rules", "bonus_payments", "pots", "penalties")
"""The sections of which every entry is told in words."""


@pytest.mark.parametrize("id", bundled_ids())
def test_everything_in_a_bundled_ruleset_is_told(id: str) -> None:
    node, texts = loaded(id).node, read_texts(read_files(id), options=loaded(id).options)
    there: list[tuple[str, ...]] = [(section, name) for section in COMPLETE for name in node.entries_at((section,))]
    there += [("settlement",)] if node.child("settlement") is not None else []
    there += [("flags", flag) for flag in loaded(id).explainer.read_flags] if node.child("scoring") is not None else []
    assert [path for path in there if texts.of(*path) is None] == []
    assert [path for path, told in texts.said.items() if len(told.text) > 400 or "\n" in told.text] == []
