"""Pictures of tiles and of hands: every tile has a face of its own, and every picture can be read out."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

import mjrules
from mjrules.errors import TileError
from mjrules.hands.hand import Hand
from mjrules.pictures.faces import back_markup, face_markup, index_of
from mjrules.pictures.svg import Pictures, hand_svg, tile_svg
from mjrules.ruleset.files.find import known_ids
from mjrules.tiles.tile import JOKER, STANDING, TEXT, parse_tiles
from mjrules.tiles.tileset import TileSet

SVG = "{http://www.w3.org/2000/svg}"
WESTERN = mjrules.load("western")


def of_rulesets() -> list[int]:
    """Every tile with which a bundled ruleset is played, and red fives, jokers and animals."""
    found = {*parse_tiles("0m0p0s J a1234")}
    for id in known_ids():
        copies = TileSet.from_data(mjrules.load(id).definition.tiles).copies
        found |= {tile for tile, number in enumerate(copies) if number}
    return sorted(found)


def placed(svg: str) -> list[str]:
    return re.findall(r'transform="(translate\([^"]*)"><rect', svg)


@pytest.mark.slow
def test_every_tile_has_a_face_of_its_own() -> None:
    tiles = of_rulesets()
    assert len(tiles) == 34 + 12 + 1 + 3
    faces = {face_markup(tile) for tile in tiles} | {back_markup()}
    assert len(faces) == len(tiles) + 1


@pytest.mark.slow
def test_faces_differ_without_their_colours() -> None:
    tiles = of_rulesets()
    grey = {re.sub(r"#[0-9a-f]{6}", "", face_markup(tile)) for tile in tiles}
    assert len(grey) == len(tiles)


@pytest.mark.parametrize(
    ("text", "index", "name"),
    [
        ("5p", "5", "5 of dots"),
        ("1z", "E", "East"),
        ("5z", "WD", "White Dragon"),
        ("0s", "R5", "red 5 of bamboos"),
        ("f3", "F3", "flower 3"),
        ("s2", "S2", "season 2"),
        ("a3", "A3", "rooster"),
        ("J", "J", "joker"),
    ],
)
def test_a_tile_says_what_it_is(text: str, index: str, name: str) -> None:
    tile = parse_tiles(text)[0]
    assert index_of(tile) == index
    picture = ElementTree.fromstring(tile_svg(tile, WESTERN.names))
    assert picture.get("role") == "img"
    assert picture.findtext(f"{SVG}title") == name
    assert picture.get("width") == "6mm"


def test_a_joker_says_for_what_it_stands() -> None:
    tile = STANDING + parse_tiles("7s")[0]
    assert Pictures(WESTERN.names).tile_name(tile) == "joker as 7 of bamboos"
    assert face_markup(tile) != face_markup(JOKER)


def test_a_picture_takes_nothing_from_outside() -> None:
    picture = hand_svg(WESTERN.parse("(789s) [1111z] 2345688p +7p flowers=f1s3"), WESTERN.names)
    assert re.findall(r"https?://[^\"]*", picture) == ["http://www.w3.org/2000/svg"]
    assert "<text" not in "".join(face_markup(tile) for tile in range(len(TEXT)))


def test_a_hand_is_laid_out_as_on_the_table() -> None:
    hand = Hand.from_record(
        {
            "melds": [
                {"type": "pung", "tiles": "555p", "from": "across", "concealed": False},
                {"type": "kong", "tiles": "7777s", "concealed": False, "added": True, "from": "right"},
                {"type": "kong", "tiles": "1111z", "concealed": True},
            ],
            "concealed": "55m32p",
            "win": "4p",
            "winner": True,
            "self_drawn": True,
            "seat": "E",
            "round": "E",
            "flowers": ["f1"],
        }
    )
    picture = hand_svg(hand, WESTERN.names)
    at = placed(picture)
    assert len(at) == 3 + 4 + 4 + 4 + 1 + 1
    assert [number for number, where in enumerate(at) if "rotate" in where] == [1, 5, 6]
    assert picture.count(back_markup()) == 2
    x = [float(re.findall(r"[\d.]+", where)[0]) for where in at]
    assert x[15] - x[14] > 70, "the winning tile is set apart"
    assert ElementTree.fromstring(picture).findtext(f"{SVG}title") == (
        "pung: 5 of dots, 5 of dots, 5 of dots; kong: 7 of bamboos, 7 of bamboos, 7 of bamboos, 7 of bamboos; "
        "concealed kong: East, East, East, East; in hand: 5 of characters, 5 of characters, 2 of dots, 3 of dots; "
        "won on 4 of dots, drawn; bonus tiles: flower 1"
    )


def test_the_outer_tiles_of_a_concealed_kong_may_lie_face_up() -> None:
    hand = WESTERN.parse("[1111z] 12345688p99m +7p")
    assert hand_svg(hand).index(back_markup()) < hand_svg(hand, outer_up=True).index(back_markup())


def test_faces_of_a_page_are_drawn_once() -> None:
    pictures = Pictures(WESTERN.names, shared=True)
    row = pictures.row(parse_tiles("111m"))
    assert row.count('href="#tile-1m"') == 3
    assert pictures.faces().count("<symbol") == 1


@pytest.mark.parametrize("tile", [-2, len(TEXT), 10**30])
def test_a_number_that_is_no_tile_has_no_picture(tile: int) -> None:
    """One below zero had that of a tile from the end of the list."""
    with pytest.raises(TileError, match=f"^{tile} is no tile: "):
        tile_svg(tile)
