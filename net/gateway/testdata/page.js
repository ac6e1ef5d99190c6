// Runs the script of a page without a browser: node page.js FILE. The page's WebSockets and keys are lines of standard input
// and output, and what it draws is told every tenth of a second:
//
//   out  open URL · send HEX · close · drawn JSON of {texts, strokes, fills} · trouble TEXT
//   in   open · message HEX · close CODE REASON · down KEY · up KEY
"use strict";
const fs = require("fs"), vm = require("vm"), readline = require("readline");
const tell = (...words) => process.stdout.write(words.join(" ") + "\n");

let drawn = { texts: {}, strokes: 0, fills: 0 };
const pen = new Proxy({ canvas: { width: 0, height: 0 } }, {
  get(own, name) {
    if (name in own) return own[name];
    return (...args) => {
      for (const a of args) if (typeof a === "number" && !Number.isFinite(a)) throw new Error(`${name} of ${args}`);
      if (name === "fillText") drawn.texts[args[0]] = (drawn.texts[args[0]] || 0) + 1;
      if (name === "stroke") drawn.strokes++;
      if (name === "fill") drawn.fills++;
      if (name === "createRadialGradient") return { addColorStop() {} };
    };
  },
  set(own, name, value) { own[name] = value; return true; },
});

const listeners = {}, elements = {};
const element = id => elements[id] = elements[id] || {
  style: {}, value: "", getContext: () => pen, addEventListener() {}, blur() {},
  set textContent(text) { if (text) tell("trouble", text); }, get textContent() { return ""; },
};
let socket = null;
class WebSocket {
  constructor(url) { this.readyState = 0; socket = this; tell("open", url); }
  send(buffer) { tell("send", Buffer.from(buffer).toString("hex")); }
  close() { this.readyState = 3; tell("close"); }
}
Object.assign(globalThis, {
  WebSocket, location: { hash: "#127.0.0.1:4245/Ann", origin: "null" }, innerWidth: 1280, innerHeight: 800, devicePixelRatio: 1,
  Path2D: class { rect() {} moveTo() {} lineTo() {} }, document: { getElementById: element, activeElement: element("none") },
  requestAnimationFrame: frame => setTimeout(frame, 16), addEventListener: (type, f) => { listeners[type] = f; },
});

readline.createInterface({ input: process.stdin }).on("line", line => {
  const [word, ...rest] = line.split(" ");
  if (word === "open") { socket.readyState = 1; socket.onopen({}); }
  if (word === "message") { const b = Buffer.from(rest[0], "hex"); socket.onmessage({ data: b.buffer.slice(b.byteOffset, b.byteOffset + b.length) }); }
  if (word === "close") { socket.readyState = 3; socket.onclose({ code: +rest[0], reason: rest.slice(1).join(" ") }); }
  if (word === "down" || word === "up") listeners["key" + word]({ code: rest[0], preventDefault() {} });
}).on("close", () => process.exit());
setInterval(() => { tell("drawn", JSON.stringify(drawn)); drawn = { texts: {}, strokes: 0, fills: 0 }; }, 100);

const script = fs.readFileSync(process.argv[2], "utf8").match(/<script>([^]*)<\/script>/)[1];
vm.runInThisContext(script, { filename: process.argv[2] });
