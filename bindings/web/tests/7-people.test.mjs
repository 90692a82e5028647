// What people do with the page: ten tasks of new users, games with unusual moves, links that mean no good, and
// access on every face.

import assert from "node:assert/strict";
import { packed } from "./5-faces.test.mjs";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const clean = (page, what) => page.isAccessible(what);

const access = {
  async design(page) {
    await clean(page, "welcome");
    await page.write("name = 'test'\ninherits = 'chess'\npieces.queen.vlaue = 8\n");
    await page.page.locator("#editor .cm-note").first().waitFor();
    await clean(page, "findings");
    await page.chess();
    await page.page.click("#tab-board");
    await page.page.click("#tool-zone");
    await clean(page, "board of the definition");
    await page.page.click("#tab-definition");
    await page.menu(async () => {
      await clean(page, "menu");
      await page.page.click("#games");
    });
    await page.page.locator("[data-game]").nth(200).waitFor();
    await clean(page, "games");
    for (const id of ["share", "shelf", "settings", "rules"]) {
      await page.page.keyboard.press("Escape");
      await page.menu(() => page.page.click(`#${id}`));
      await page.page.locator("#dialog[open] #dialog-body > *").first().waitFor();
      await clean(page, id);
    }
  },
  async play(page) {
    await clean(page, "start");
    await page.two();
    await page.click("g1");
    await page.holds("f3", /move here/);
    await clean(page, "a piece taken up");
    await page.click("f3");
    await page.page.locator("#question [role=option]").first().waitFor();
    await clean(page, "a question");
  },
};
const onEach = (name, options, run) => {
  const pairs = [["light", {}], ["dark", {}], ["light, phone", PHONE], ["dark, phone", PHONE]];
  return Object.fromEntries(pairs.map(([theme, more]) => [`axe finds nothing on the face ${name} (${theme})`, { ...options, ...more, colorScheme: theme.split(",")[0], run }]));
};

/** Games with unusual moves; every other one is played by touch. */
const UNUSUAL = [
  "alice", "rococo", "baroque", "duck", "amazons", "seirawan", "crazyhouse", "janggi", "marseillais", "atomic",
  "shogi", "chu-shogi", "international-draughts", "grand-apothecary-chess-alert", "petrified", "sittuyin", "maxima", "ataxx", "absorption", "circe",
];
/** Half-moves of each. */
const PLIES = 14;

/** Something that can be clicked, and the rest of the state that a click changes. */
const offered = (page) => page.page.evaluate(() => {
  const cells = [...document.querySelectorAll("[role=gridcell]")].map((cell) => [cell.dataset.square, cell.getAttribute("aria-label")]);
  const goes = cells.filter(([, label]) => /move here|castle here|drop here|stay here|on the way$|end here|click again|choose this|put the wall|, capture$/.test(label) && !/can move$/.test(label));
  return {
    begins: cells.filter(([, label]) => /can move/.test(label)).map(([name]) => name),
    // A square that was entered takes the move back when it is clicked again, unless the move can end there.
    goes: goes.filter(([name, label]) => !document.querySelector(`[data-square="${name}"] .leg`) || /click again/.test(label)).map(([name]) => name),
    hand: [...document.querySelectorAll(".hand button[data-begin=true]")].map((one) => one.dataset.kind),
    options: document.querySelectorAll("#question:not([hidden]) [role=option]").length,
    pass: !document.getElementById("pass").hidden,
    moves: document.querySelectorAll("#moves button").length,
    over: /1-0|0-1|1\/2-1\/2/.test(document.getElementById("status").textContent),
    sign: JSON.stringify(cells) + document.getElementById("status").textContent + document.querySelectorAll("[role=option]").length,
  };
});

async function playAtRandom(page, isTouch, seed) {
  const pick = (list) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return list[(seed >> 12) % list.length];
  };
  const touch = async (locator) => {
    if (!isTouch) return locator.click({ force: true });
    await locator.scrollIntoViewIfNeeded();
    const box = await locator.boundingBox();
    const at = [box.x + box.width / 2, box.y + box.height / 2];
    await page.page.touchscreen.tap(...at);
    // Squares that are too small to be hit for sure are confirmed.
    if (box.width < 28 && (await locator.evaluate((one) => one.matches(".under")))) await page.page.touchscreen.tap(...at);
  };
  const square = (name) => touch(page.square(name).locator(".under"));
  let state = await offered(page);
  for (let step = 0; step < PLIES * 12 && state.moves < PLIES && !state.over; step += 1) {
    const { sign } = state;
    if (state.options > 0) await touch(page.page.locator("#question [role=option]").nth(pick([...Array(state.options).keys()])));
    else if (state.goes.length > 0) await square(pick(state.goes));
    else if (state.begins.length > 0 && (state.hand.length === 0 || pick([0, 1]) === 0)) await square(pick(state.begins));
    else if (state.hand.length > 0) await touch(page.page.locator(`.hand button[data-begin=true][data-kind=${pick(state.hand)}]`));
    else if (state.pass) await touch(page.page.locator("#pass"));
    else break;
    const begun = Date.now();
    for (;;) {
      state = await offered(page);
      if (state.sign !== sign) break;
      assert.ok(Date.now() - begun < 5000, `nothing came of a click: ${sign.slice(-200)}`);
      await page.page.waitForTimeout(20);
    }
  }
  return state;
}

const games = Object.fromEntries(UNUSUAL.map((name, index) => {
  const isTouch = index % 2 === 1;
  return [`a game of ${name} ${isTouch ? "by touch" : "by mouse"}`, {
    ...(isTouch ? PHONE : {}),
    path: `#g=${name}&two=1`,
    async run(page, { library }) {
      const state = await playAtRandom(page, isTouch, 7 + index);
      assert.ok(state.over || state.moves >= PLIES, `${state.moves} moves: ${await page.page.textContent("#status")}`);
      // The library alone comes to the same position.
      const fen = await page.fen();
      await page.menu(() => page.page.click("#share"));
      const parts = new URLSearchParams(new URL(await page.page.inputValue("#share-address")).hash.slice(1));
      const moves = parts.get("m").split(" ");
      const text = `name = 'x'\ninherits = '${name}'\n`;
      const opened = library.ask({ op: "open", text, moves, unchecked: true }).ok;
      assert.equal(opened.view.fen, fen);
      assert.equal(opened.view.moves.length, moves.length);
    },
  }];
}));

/** What a new user does, with the most actions that it may take. */
const TASKS = [
  ["make the knight leap further and play it", 3, {}, async (page, act) => {
    await act(() => page.page.fill("#welcome-move", "NA"));
    await page.page.locator("[data-piece-row=knight]", { hasText: "alfil" }).waitFor({ state: "attached" });
    await act(() => page.click("b1"));
    await page.holds("d3", /move here/);
    await act(() => page.click("d3"));
    await page.says(/Black played/);
  }],
  ["put this diagram on my page", 3, {}, async (page, act) => {
    await page.context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await act(() => page.page.fill("#welcome-paste", "files=6\nranks=6\npromoZone=1\nholdingsType=0\npawn:P:fmWfcF:pawn:a2-f2\nking:K:K:king:d1\nrook:R:R:rook:a1,f1\n"));
    await page.page.waitForFunction(() => document.querySelectorAll("[role=gridcell]").length === 36);
    await act(() => page.page.click("#share"));
    await act(() => page.page.click("#embed-copy"));
    await page.page.locator("#embed-copy", { hasText: "Copied" }).waitFor();
    assert.match(await page.page.evaluate(() => navigator.clipboard.readText()), /^<iframe src="http.*#embed&amp;d=/);
  }],
  ["play Gliński against the engine on a phone", 8, PHONE, async (page, act) => {
    await act(() => page.page.locator("#menu").tap());
    await act(() => page.page.locator("#games").tap());
    await page.page.locator("#games-search").waitFor();
    await act(() => page.page.fill("#games-search", "gli"));
    await act(() => page.page.locator('[data-game="glinski"]').tap());
    await page.page.waitForFunction(() => /Gli/.test(document.getElementById("title").textContent));
    const tap = async (pattern) => {
      const under = page.page.locator(`[role=gridcell][aria-label*="${pattern}"] .under`).first();
      await under.scrollIntoViewIfNeeded();
      const box = await under.boundingBox();
      await page.page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
    };
    await page.page.locator('[role=gridcell][aria-label*="white pawn, can move"]').first().waitFor();
    // Touches of small squares are confirmed.
    const touch = async (pattern, isDone) => {
      await act(() => tap(pattern));
      await page.page.waitForTimeout(400);
      if (!(await isDone())) await act(() => tap(pattern));
    };
    const targets = () => page.page.locator('[aria-label*="move here"]').count();
    await touch("white pawn, can move", async () => (await targets()) > 0);
    await page.page.locator('[aria-label*="move here"]').first().waitFor();
    await touch("move here", async () => (await targets()) === 0);
    await page.says(/Black played/);
  }],
  ["play a stranger's link on a phone", 2, { ...PHONE, path: "#g=capablanca" }, async (page, act) => {
    await act(() => page.square("e2").locator(".under").tap({ force: true }));
    await page.holds("e4", /move here/);
    await act(() => page.square("e4").locator(".under").tap({ force: true }));
    await page.says(/Black played/);
  }],
  ["send a friend my move", 3, { path: "#g=chess" }, async (page, act) => {
    await page.page.evaluate(() => (navigator.share = (what) => Promise.resolve((window.sent = what))));
    await page.two();
    await act(() => page.click("e2"));
    await page.holds("e4", /move here/);
    await act(() => page.click("e4"));
    await page.says(/White played e4/);
    await act(() => page.page.click("#friend"));
    await page.says(/passed on/);
  }],
  ["see how the cannon of Xiangqi moves", 1, { path: "#g=xiangqi" }, async (page, act) => {
    await act(() => page.page.click("#about-rules"));
    await page.page.locator("#dialog-body :is(h3, h4)", { hasText: /cannon/i }).first().waitFor();
    assert.ok((await page.page.locator("#dialog-body img").count()) > 5);
  }],
  ["mend a slip in my definition", 2, {}, async (page, act) => {
    await act(() => page.write("name = 'test'\ninherits = 'ches'\n"));
    await act(() => page.page.locator("#findings button", { hasText: "Write `chess`" }).click());
    await page.page.waitForFunction(() => document.getElementById("strip").hidden);
  }],
  ["draw a piece and give it to the bishops", 6, {}, async (page, act) => {
    await act(() => page.page.click("#tab-make"));
    for (const target of ["1,2", "-1,2"]) await act(() => page.page.click(`[data-target="${target}"]`));
    await page.page.waitForFunction(() => document.getElementById("make-betza").value !== "");
    await act(() => page.page.selectOption("#make-for", "bishop"));
    await act(() => page.page.click("#make-use"));
    await page.page.waitForFunction(() => document.querySelector("input[data-piece=bishop]").value === "fN");
  }],
  ["find a small game with drops", 4, {}, async (page, act) => {
    await act(() => page.page.click("#games"));
    await page.page.locator("[data-game]").nth(200).waitFor();
    await act(() => page.page.click('[data-tag="drops"]'));
    await act(() => page.page.click('[data-tag="small"]'));
    await act(() => page.page.locator("[data-game]").first().click());
    await page.page.waitForFunction(() => document.getElementById("title").textContent !== "mine");
    assert.ok((await page.page.locator("[role=gridcell]").count()) < 64);
  }],
  ["go on with the game of yesterday", 2, {}, async (page, act) => {
    await page.chess();
    await page.two();
    await page.click("e2");
    await page.click("e4");
    await page.says(/White played e4/);
    await page.page.goto("about:blank");
    await page.page.goto(page.server.url);
    await page.ready();
    await act(() => page.page.click("#shelf"));
    await act(() => page.page.locator(".shelf button").first().click());
    await page.holds("e4", /white pawn/);
  }],
];

const tasks = Object.fromEntries(TASKS.map(([name, most, options, run]) => [`a new user can ${name}`, {
  ...options,
  async run(page) {
    let actions = 0;
    await run(page, (what) => {
      actions += 1;
      return what();
    });
    console.log(`        ${actions} actions`);
    assert.ok(actions <= most, `${actions} actions`);
  },
}]));

export const tests = {
  ...onEach("Design", {}, access.design),
  ...onEach("Play", { path: "#g=seirawan" }, access.play),
  ...onEach("Embed", { path: "#embed&g=seirawan" }, async (page) => {
    await clean(page, "start");
    await page.click("g1");
    await page.holds("f3", /move here/);
    await page.click("f3");
    await page.page.locator("#question [role=option]").first().waitFor();
    await clean(page, "a question");
  }),
  ...tasks,
  ...games,
  "twenty links that mean no good leave a page that can be played on": {
    path: null,
    async run(page, { server }) {
      const chess = await packed("name = 'x'\ninherits = 'chess'\n");
      const bomb = await packed("a".repeat(3 << 20));
      const links = [
        "#d=", "#d=AAAA", "#d=%%%", "#d=" + "A".repeat(60_000), `#d=${bomb}`, `#d=${chess.slice(0, 9)}`,
        `#d=${chess}&m=e2e5`, `#d=${chess}&m=${"e2e4 ".repeat(4000)}`, `#d=${chess}&f=${"9".repeat(5000)}`, `#d=${chess}&v=nobody`,
        `#d=${chess}&q=${encodeURIComponent("setup=99999999&<b>=1")}`, `#d=${chess}&level=999&side=red&theme=%3Cb%3E`, `#embed&d=${bomb}`,
        "#g=../../etc/passwd", "#g=chess'%0Aevil = 1", "#g=__proto__", `#embed&g=${"x".repeat(300)}`,
        `#d=${await packed("name = 'x'\ntitle = '<img src=x onerror=alert(1)>'\nsource = 'javascript:alert(1)'\ninherits = 'chess'\n")}`,
        `#d=${await packed("name = 'x'\ninherits = 'x'\n")}`,
        `#embed&d=${await packed("name = 'x'\ninherits = 'chess'\npieces.queen.move = '" + "(caK)".repeat(300) + "'\n")}`,
        `#two=1&d=${Buffer.from([0xff, 0xfe, 0x00]).toString("base64url")}`,
      ];
      assert.ok(links.length >= 20);
      let dialogs = 0;
      page.page.on("dialog", (dialog) => {
        dialogs += 1;
        void dialog.dismiss();
      });
      for (const link of links) {
        await page.page.goto("about:blank");
        await page.page.goto(server.url + link);
        await page.ready("board");
        assert.equal(await page.page.evaluate(() => document.querySelectorAll("b, img[src=x]").length), 0, link.slice(0, 60));
        // What the address does not give is said, and the page goes on.
        assert.notEqual(await page.page.textContent("#status"), "", link.slice(0, 60));
      }
      assert.equal(dialogs, 0);
      await page.page.goto("about:blank");
      await page.page.goto(server.url + `#d=${chess}`);
      await page.ready();
      await page.click("e2");
      await page.holds("e4", /move here/);
    },
  },
};
