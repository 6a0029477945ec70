// The server's side of one connection of WebSocket (RFC 6455) with messages of bytes, as a page of a browser opens it.

import { createHash } from 'node:crypto';

const MAGIC = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const CONTINUED = 0, BINARY = 2, CLOSE = 8;
const MASK = 4;

// Accepts the request for a connection; `received` is called with each whole message, `ended` when the other side is gone.
export function accept(request, socket, received, ended) {
  const key = createHash('sha1').update(request.headers['sec-websocket-key'] + MAGIC).digest('base64');
  const head = ['HTTP/1.1 101 Switching Protocols', 'Upgrade: websocket', 'Connection: Upgrade', `Sec-WebSocket-Accept: ${key}`];
  socket.setNoDelay(true);
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  const frames = new Frames();
  let parts = [];
  socket.on('error', ended);
  socket.on('close', ended);
  socket.on('data', (chunk) => {
    for (const { last, kind, payload } of frames.with(chunk)) {
      if (kind === CLOSE) ended();
      if (kind !== BINARY && kind !== CONTINUED) continue;
      parts.push(payload);
      if (!last) continue;
      const message = parts.length === 1 ? payload : Buffer.concat(parts);
      parts = [];
      received(message);
    }
  });
}

// Returns the frame of a message to a page.
export function messageOf(payload) {
  const wide = payload.length > 65535, short = payload.length < 126;
  const head = Buffer.alloc(short ? 2 : wide ? 10 : 4);
  head[0] = 0x80 | BINARY;
  head[1] = short ? payload.length : wide ? 127 : 126;
  if (wide) head.writeBigUInt64BE(BigInt(payload.length), 2);
  else if (!short) head.writeUInt16BE(payload.length, 2);
  return Buffer.concat([head, payload]);
}

// Cuts frames out of a stream. Nothing is joined before as many bytes are here as the next step needs.
class Frames {
  chunks = [];
  size = 0;
  needed = 2;

  * with(chunk) {
    this.chunks.push(chunk);
    this.size += chunk.length;
    while (this.size >= this.needed) {
      const bytes = Buffer.concat(this.chunks, this.size);
      this.chunks = [bytes];
      const wanted = sizeOf(bytes);
      if (bytes.length < wanted.head || bytes.length < wanted.all) {
        this.needed = Math.max(wanted.head, wanted.all);
        continue;
      }
      const rest = bytes.subarray(wanted.all);
      [this.chunks, this.size, this.needed] = [[rest], rest.length, 2];
      yield { last: Boolean(bytes[0] & 0x80), kind: bytes[0] & 15, payload: unmasked(bytes, wanted.head, wanted.all) };
    }
  }
}

// Returns how long the head of a frame is, and the whole frame as far as the bytes go.
function sizeOf(bytes) {
  const short = bytes[1] & 127;
  const head = 2 + (short === 126 ? 2 : short === 127 ? 8 : 0) + MASK;
  if (short < 126) return { head, all: head + short };
  if (bytes.length < head) return { head, all: head };
  return { head, all: head + (short === 126 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2))) };
}

// What a page sends is masked with the four bytes in front of it.
function unmasked(bytes, from, to) {
  const words = new Uint32Array(Math.ceil((to - from) / MASK));
  const payload = Buffer.from(words.buffer, 0, to - from);
  bytes.copy(payload, 0, from, to);
  const mask = new Uint32Array(1);
  bytes.copy(Buffer.from(mask.buffer), 0, from - MASK, from);
  for (let at = 0; at < words.length; at += 1) words[at] ^= mask[0];
  return payload;
}
