package browser

// The scripts run in a world of their own, where a page's changes to built-in objects
// do not show. Names of form fields and images do show there as properties, so all
// is read by the accessors of the prototypes.

// accessors is the beginning of each script.
const accessors = `
const get = (type, name) => { const g = Object.getOwnPropertyDescriptor(type.prototype, name).get; return o => g.call(o); };
const root = get(Document, "documentElement"), childNodes = get(Node, "childNodes"), nodeType = get(Node, "nodeType"), text = get(Node, "textContent");
`

// sampleScript tells how far a page is. Layout, which innerText takes, is worth it on
// small pages alone.
const sampleScript = `(() => {` + accessors + `
const top = root(document);
if (!top) return {ready: "loading", nodes: 0, text: 0, shown: 0};
const nodes = Element.prototype.getElementsByTagName.call(top, "*").length;
const body = get(Document, "body")(document);
return {ready: get(Document, "readyState")(document), nodes, text: text(top).length,
  shown: nodes > 2000 || !body ? nodes : get(HTMLElement, "innerText")(body).trim().length};
})()`

// takeScript makes the document a string, as a reader sees it: shadow trees in their
// places, without scripts and what stands in for them. It keeps the string for
// pieceScript and gives its length. A copy is made, since the page's own document must
// not change; a loop makes it, since a tree may be deeper than a stack.
const takeScript = `(() => {` + accessors + `
const shadow = get(Element, "shadowRoot"), name = get(Element, "localName");
const blank = get(Document, "implementation")(document).createHTMLDocument("");
const kept = e => {
  const n = name(e);
  if (n === "script") return /^application\/(ld\+)?json/i.test(Element.prototype.getAttribute.call(e, "type") || "");
  return n !== "noscript" && n !== "template";
};
const within = e => {
  if (nodeType(e) !== 1) return childNodes(e);
  const s = shadow(e);
  if (s) return childNodes(s);
  if (e instanceof HTMLSlotElement) {
    const given = HTMLSlotElement.prototype.assignedNodes.call(e);
    if (given.length) return given;
  }
  return childNodes(e);
};
const holder = blank.createElement("div");
const todo = [[root(document), holder]];
while (todo.length) {
  const [from, to] = todo.pop(), type = nodeType(from);
  if (type === 3 || type === 4) { to.appendChild(blank.createTextNode(text(from))); continue; }
  if (type !== 1 || !kept(from)) continue;
  const copy = to.appendChild(blank.importNode(from, false));
  const inner = within(from);
  for (let i = inner.length - 1; i >= 0; i--) todo.push([inner[i], copy]);
}
globalThis.taken = ("<!DOCTYPE html>\n" + holder.innerHTML).toWellFormed();
return {length: taken.length, url: get(Document, "URL")(document)};
})()`

// pieceScript gives a piece of what was taken, never half of a character.
const pieceScript = `((from, size) => {
let to = Math.min(from + size, taken.length);
const last = taken.charCodeAt(to - 1);
if (to < taken.length && last >= 0xd800 && last < 0xdc00) to--;
return {to, piece: taken.slice(from, to)};
})`

// pieceSize is how many UTF-16 units come at once; each may become six bytes of JSON.
const pieceSize = 512 << 10
