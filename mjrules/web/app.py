"""The application as a server runs it: it makes plain requests of what comes in, and sends the replies."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from functools import partial
from typing import Annotated, Any, Final
from urllib.parse import parse_qsl

from .extra import of_extra

with of_extra():
    from fastapi import Body, FastAPI, Request
    from fastapi.exceptions import RequestValidationError
    from fastapi.responses import JSONResponse, Response
    from starlette.concurrency import run_in_threadpool
    from starlette.datastructures import UploadFile
    from starlette.exceptions import HTTPException

from ..version import __version__
from .access import SESSION, SESSION_SECONDS
from .api import QUESTIONS_OF_API, answer_json
from .pages import answer_page
from .request_bodies import Bounded
from .requests import OTHER_HEADERS, FormPairs, PageRequest, Reply
from .site import Site

_NEAR: Final = ("127.0.0.1", "::1", "testclient")
_OWN_NAMES: Final = ("127.0.0.1", "localhost", "[::1]", "testserver")
_FORWARDED: Final = ("forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via")
_MOST_FIELDS: Final = 400
"""How many fields a form or an address may have."""
_ABOUT: Final = {
    "score": "Score a hand: a hand record, or `text`, a hand text, with the `ruleset` and its `options`.",
    "explain": "Score a hand, and say why, point by point, and why not.",
    "settle": "Settle a hand for all players, and other payments: a settlement record.",
    "waits": "The tiles that complete a hand, and what each would score.",
    "check": "Check a ruleset: `ruleset`, the id of one, or `yaml`, the text of a file.",
}
_REFUSALS: Final[dict[int | str, dict[str, Any]]] = {
    400: {"description": "no such request"},
    401: {"description": "the key of the club is missing (Authorization: Bearer KEY)"},
    408: {"description": "the body took too long"},
    413: {"description": "the body is too large"},
    422: {"description": "the body is not a JSON object"},
    429: {"description": "too many requests"},
}
"""What can be answered beside what was asked, and why."""


def make_app(site: Site) -> FastAPI:
    """The application of a site."""
    app = FastAPI(
        title="mjrules",
        version=__version__,
        description="Scores hands, and says why, under every ruleset of this server.",
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.add_middleware(Bounded)
    for name in QUESTIONS_OF_API:
        _add_question(app, site, name)

    @app.get("/api/rulesets", responses=_REFUSALS, summary="The rulesets of this server.")
    async def rulesets(request: Request) -> list[dict[str, Any]]:
        await _let_in(request, site)
        listed = await run_in_threadpool(site.shelf.listed)
        return [{"ruleset": one.name, "titles": dict(one.titles), "edition": one.edition} for one in listed]

    @app.exception_handler(HTTPException)
    async def refused(_: Request, error: HTTPException) -> Response:
        return JSONResponse({"detail": error.detail}, error.status_code, {**OTHER_HEADERS, **(error.headers or {})})

    @app.exception_handler(RequestValidationError)
    async def unread(_: Request, error: RequestValidationError) -> Response:
        return JSONResponse({"detail": _unread(error)}, 422, dict(OTHER_HEADERS))

    @app.api_route("/api/{path:path}", methods=["GET", "POST"], include_in_schema=False)
    async def no_question(path: str) -> Response:
        allowed = {"rulesets": "GET", **dict.fromkeys(QUESTIONS_OF_API, "POST")}.get(path)
        if allowed is None:
            raise HTTPException(404, "no such question: see /api/openapi.json")
        raise HTTPException(405, f"expected {allowed}", {"Allow": allowed})

    @app.api_route("/{path:path}", methods=["GET", "HEAD", "POST"], include_in_schema=False)
    async def page(request: Request) -> Response:
        reply = await run_in_threadpool(answer_page, site, await _asked(request, site))
        return _sent(reply, secure=request.url.scheme == "https")

    return app


def _add_question(app: FastAPI, site: Site, name: str) -> None:
    """Let the application answer one kind of question of the JSON interface."""

    async def answer(request: Request, record: Annotated[dict[str, Any], Body()]) -> Response:
        await _let_in(request, site)
        return _as_json(await run_in_threadpool(answer_json, site.shelf, name, record))

    app.add_api_route(
        f"/api/{name}",
        answer,
        methods=["POST"],
        response_model=dict[str, Any],
        responses=_REFUSALS,
        summary=_ABOUT[name],
        operation_id=name,
    )


def _unread(error: RequestValidationError) -> str:
    """Why a body could not be read; without the body, which may be of any size and no text."""
    first = error.errors()[0]
    if first["type"] == "json_invalid":
        return f"the body is not JSON, at character {first['loc'][-1] + 1}: {first['ctx']['error']}"
    return "expected a JSON object, sent with Content-Type: application/json"


def _as_json(answer: Mapping[str, Any]) -> Response:
    """An answer as JSON; half a character, which a record may echo, as its escape."""
    try:
        data = json.dumps(answer, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        data = json.dumps(answer).encode()
    return Response(data, media_type="application/json")


async def _let_in(request: Request, site: Site) -> None:
    """Refuse who may not ask, or asks too often. Raises HTTPException."""
    who, at = _who(request), time.time()
    if not site.rate.allows(who, at):
        raise HTTPException(429, "too many requests: wait a little")
    session = site.guard.session(request.cookies.get(SESSION, ""), at)
    if (session is not None and session.inside) or (_is_here(request) and not site.guard.key_is_set):
        return
    scheme, _, key = request.headers.get("authorization", "").partition(" ")
    asks = scheme.lower() == "bearer" and site.tries.allows(who, at)
    if asks and await run_in_threadpool(site.guard.is_key, key.strip()):
        site.tries.forget(who)
        return
    raise HTTPException(401, "expected the key of the club: Authorization: Bearer KEY")


def _who(request: Request) -> str:
    return request.client.host if request.client is not None else ""


def _is_here(request: Request) -> bool:
    """Whether a request comes from this machine: no other has sent it on, and it is asked for by its own name."""
    host = request.headers.get("host", "")
    name = host.rpartition(":")[0] if host.rpartition(":")[2].isdigit() else host
    sent_on = any(header in request.headers for header in _FORWARDED)
    return _who(request) in _NEAR and name in _OWN_NAMES and not sent_on


async def _asked(request: Request, site: Site) -> PageRequest:
    """A request as a plain value. Raises HTTPException for a form that cannot be read."""
    query = _pairs(request.url.query)
    form, files = await _form(request) if request.method == "POST" else ((), {})
    here = _is_here(request)
    return PageRequest(
        path=request.url.path,
        method="GET" if request.method == "HEAD" else request.method,
        query=query,
        form=form,
        files=files,
        cookies=request.cookies,
        languages=request.headers.get("accept-language", ""),
        base=site.base if here and site.base else f"{request.url.scheme}://{request.headers.get('host', '')}",
        at=time.time(),
        here=here,
        who=_who(request),
    )


def _pairs(query: str) -> FormPairs:
    try:
        return tuple(parse_qsl(query, keep_blank_values=True, max_num_fields=_MOST_FIELDS, errors="replace"))
    except ValueError:
        raise HTTPException(400, "too many fields") from None


async def _form(request: Request) -> tuple[FormPairs, Mapping[str, tuple[str, bytes]]]:
    pairs: list[tuple[str, str]] = []
    files: dict[str, tuple[str, bytes]] = {}
    async with request.form(max_files=2, max_fields=50) as form:
        for name, value in form.multi_items():
            if isinstance(value, UploadFile):
                files[name] = (value.filename or "", await value.read())
            else:
                pairs.append((name, value))
    return tuple(pairs), files


def _sent(reply: Reply, *, secure: bool) -> Response:
    response = Response(reply.data, reply.status, reply.all_headers)
    set_cookie = partial(response.set_cookie, max_age=SESSION_SECONDS, httponly=True, samesite="lax", secure=secure)
    for name, value in reply.cookies.items():
        set_cookie(name, value)
    return response
