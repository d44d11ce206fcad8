"""Tables of answers say of every reading what the groups of questions say when one hand asks them."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from mjrules import Hand
from mjrules.batch.answers import Tables
from mjrules.batch.bit_rows import as_mask
from mjrules.batch.matters import Matters, runs
from mjrules.batch.readings import Reader
from mjrules.batch.rows import Rows
from mjrules.batch.said_fields import SaidFields
from mjrules.batch.shown_facets import UNTOLD
from mjrules.batch.views import Views
from mjrules.conditions.facets import FACETS
from mjrules.sample_hands.random_hands import random_hands
from tests.kit.profile import amount
from tests.kit.rulesets import loaded

from .test_columns import FEW_KINDS, hand_of_few

RULESETS = ("chinese-official", "riichi/tenhou", "western/us", "sichuan", "classical", "taiwanese")


@pytest.mark.slow
@pytest.mark.parametrize("id", RULESETS)
def test_every_table_answers_as_its_group(id: str) -> None:
    ruleset, random = loaded(id), Random(9)
    hands = [*random_hands(ruleset, amount(40, 150, 3000), 2)]
    hands += [hand_of_few(FEW_KINDS["western"], random) for _ in range(amount(30, 150, 3000))]
    tables, views = tables_and_views(id, hands)
    assert len(views) >= len(hands) // 3
    for table in tables.every:
        of_hand = table.group.of_hand
        asked = np.flatnonzero(views.first >= 0) if of_hand else np.arange(len(views))
        opened, found = table.rows(table.numbers(views, asked))
        for place, row in enumerate(asked.tolist()):
            view = views.views(table.group, np.array([views.first[row] if of_hand else row]))[0]
            expected = table.group.of(view)
            assert as_mask(opened[place]) == expected[0] & (1 << 64 * tables.words) - 1, (table.group.names, view)
            assert tables.founds.every[int(found[place])] == expected[1], (table.group.names, view)


@pytest.mark.parametrize("id", ["western/us", "riichi/tenhou", "riichi-sanma"])
def test_facets_show_of_columns_what_they_show_of_a_hand(id: str) -> None:
    ruleset, random = loaded(id), Random(4)
    hands = [*random_hands(ruleset, amount(15, 150, 3000), 5)]
    hands += [hand_of_few(FEW_KINDS["western"], random) for _ in range(amount(5, 50, 1000))]
    hands += [replace(hand, bonus=None) for hand in hands[:3]]
    _, views = tables_and_views(id, hands)
    rows = np.flatnonzero(np.arange(len(views)) % max(1, len(views) // amount(60, 600, 10_000)) == 0).tolist()
    told = {facet: views.told(facet, np.array(rows)) for facet in FACETS}
    some = {facet for facet, every in told.items() if any(found is not UNTOLD for found in every)}
    assert FACETS.keys() - some == {"fits"}
    for place, row in enumerate(rows):
        for facet in some:
            found = told[facet][place]
            assert found is UNTOLD or found == FACETS[facet].take(views.case(row)), (facet, views.case(row).hand)


def tables_and_views(id: str, hands: list[Hand]) -> tuple[Tables, Views]:
    """Empty tables of a ruleset, and the views of all readings of hands."""
    ruleset = loaded(id)
    batch, said = ruleset.batch(), SaidFields(ruleset.book)
    columns = batch.columns(hands)
    columns = said.numbered(columns.rows(np.flatnonzero(batch.told(columns))))
    rows, reader = Rows(columns), Reader(ruleset.book.shapes)
    tables = Tables(ruleset.scorer)
    return tables, Views(ruleset.scorer, reader.names, rows, reader.read(rows), {}, said, tables.waiting)


def test_pungs_are_told_apart_no_further_than_by_their_classes() -> None:
    groups = {" ".join(group.names): group for group in loaded("chinese-official").scorer.program.groups}
    suits, winds, dragons = (0, 27, False), (27, 4, True), (31, 3, True)
    matters = {name: Matters.to(groups[name]).pungs for name in ("pungs", "pungs winds", "pungs pairs")}
    found = {name: runs(classes or ()) for name, classes in matters.items()}
    each_wind, all_suits = (27, 4, False), ((0, 9, True), (9, 9, True), (18, 9, True))
    assert found == {
        "pungs": (suits, winds, dragons),
        "pungs winds": (*all_suits, each_wind, dragons),
        "pungs pairs": (*all_suits, winds, dragons),
    }


@pytest.mark.parametrize(
    ("one", "other", "number"),
    [
        ("(111z) 234567m234p5s +5s", "(222z) 234567m234p5s +5s", 1),
        ("(111z) 234567m234p5s +5s", "(555z) 234567m234p5s +5s", 2),
        ("(111m) 234567m234p5s +5s", "(222m) 234567m234p5s +5s", 2),
        ("(333m) 234567m234p5s +5s", "(222m) 234567m234p5s +5s", 1),
        ("(222m) (666p) 234567s1z +1z", "(333m) (888p) 234567s1z +1z", 1),
        ("(222m) (555p) 234567s1z +1z", "(222m) (222p) 234567s1z +1z", 2),
        ("(222m) (333p) (444s) 234s1z +1z", "(222m) (333p) (777s) 234s1z +1z", 2),
        ("(111z) (444z) 234567m5s +5s", "(222z) (333z) 234567m5s +5s", 1),
        ("(111z) (555z) 234567m5s +5s", "(222z) (333z) 234567m5s +5s", 2),
    ],
)
def test_hands_whose_pungs_are_of_the_same_classes_share_a_row(one: str, other: str, number: int) -> None:
    assert number_of_rows("pungs", one, other) == number


@pytest.mark.parametrize(
    ("one", "other", "number"),
    [
        ("(111z) (222z) (333z) 345m5s +5s", "(111z) (222z) (333z) 456m5s +5s", 1),
        ("(111z) (222z) (333z) 345m5s +5s", "(111z) (222z) (333z) 345p5s +5s", 2),
        ("(111z) (222z) (333z) 345m5s +5s", "(111z) (222z) (333z) 789m5s +5s", 2),
        ("(111z) (222z) 345m789p5s +5s", "(111z) (222z) 456m789p5s +5s", 1),
        ("(111z) (222z) 234m345m5s +5s", "(111z) (222z) 234m567m5s +5s", 2),
        ("(111z) (222z) 234m234m5s +5s", "(111z) (222z) 345m345m5s +5s", 2),
    ],
)
def test_hands_whose_chows_make_no_pattern_share_a_row_by_classes(one: str, other: str, number: int) -> None:
    assert number_of_rows("chows", one, other) == number


@pytest.mark.parametrize(
    ("one", "other", "number"),
    [
        ("(222m) (111z) 234567m5s +5s", "(333p) (111z) 234567m5s +5s", 1),
        ("(222m) (111z) 234567m5s +5s", "(222m) (333p) (111z) 234m5s +5s", 2),
        ("(222m) (222z) 234567m5s +5s seat=S", "(222m) (111z) 234567m5s +5s seat=W", 2),
        ("(222m) (111z) 234567m5s +5s seat=S round=E", "(222m) (111z) 234567m5s +5s seat=S round=W", 2),
        ("(222m) (222z) 234567m5s +5s seat=S round=S", "(222m) (333z) 234567m5s +5s seat=W round=W", 1),
    ],
)
def test_pungs_of_winds_share_a_row_where_they_are_found_alike(one: str, other: str, number: int) -> None:
    assert number_of_rows("pungs winds", one, other) == number


def number_of_rows(facets: str, *texts: str) -> int:
    """How many rows a table has when it has met some hands."""
    tables, views = tables_and_views("chinese-official", [Hand.parse(text) for text in texts])
    (table,) = [table for table in tables.every if table.group.names == facets.split()]
    table.numbers(views, None)
    return len(table)
