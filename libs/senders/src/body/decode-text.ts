import { isUtf8 } from 'node:buffer';

const WINDOWS_1252 = new TextDecoder('windows-1252');
type Decoder = InstanceType<typeof TextDecoder>;
/** In these encodings the bytes of a text can also be valid UTF-8, so a declaration counts more than the bytes. */
const AMBIGUOUS = /^(?:gbk|gb18030|big5|euc-(?:jp|kr)|iso-2022-jp|shift_jis)$/;

/**
 * Decodes the bytes of a body. A byte order mark counts most, and then what the bytes show: libraries declare ISO-8859-1 by
 * default and post UTF-8. Of the declared charset, any that `TextDecoder` knows is decoded. Never throws: bytes that belong to
 * nothing are read as Windows-1252, the encoding of most senders that do not write UTF-8.
 */
export function decodeText(bytes: Buffer, contentType: string): string {
  const marked = decodeMarked(bytes);
  if (marked !== undefined) return marked;
  const declared = findDecoder(contentType);
  const isAmbiguous = declared !== undefined && AMBIGUOUS.test(declared.encoding);
  if (!isAmbiguous && isUtf8(bytes)) return bytes.toString('utf8');
  return decodeDeclared(bytes, declared) ?? decodeMixed(bytes);
}

/** Decodes text with a byte order mark, and UTF-16 that shows by the zero bytes of its first characters. */
function decodeMarked(bytes: Buffer): string | undefined {
  const [first, second, third, fourth] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return decodeMixed(bytes.subarray(3));
  if (first === 0xff && second === 0xfe) return decodeUtf16(bytes.subarray(2), 'utf-16le');
  if (first === 0xfe && second === 0xff) return decodeUtf16(bytes.subarray(2), 'utf-16be');
  if (isAscii(first) && second === 0 && isAscii(third) && fourth === 0) return decodeUtf16(bytes, 'utf-16le');
  if (first === 0 && isAscii(second) && third === 0 && isAscii(fourth)) return decodeUtf16(bytes, 'utf-16be');
  return undefined;
}

function isAscii(byte: number | undefined): boolean {
  return byte !== undefined && ((byte >= 0x20 && byte < 0x7f) || (byte >= 9 && byte <= 13));
}

function decodeUtf16(bytes: Buffer, encoding: string): string {
  return new TextDecoder(encoding).decode(bytes);
}

function findDecoder(contentType: string): Decoder | undefined {
  const label = /;\s{0,9}charset\s{0,9}=\s{0,9}["']?([^\s;"']{1,40})/i.exec(contentType)?.[1];
  if (label === undefined) return undefined;
  try {
    return new TextDecoder(label, { fatal: true });
  } catch {
    return undefined;
  }
}

function decodeDeclared(bytes: Buffer, decoder: Decoder | undefined): string | undefined {
  if (decoder === undefined || decoder.encoding === 'utf-8') return undefined;
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * Decodes UTF-8 in which some bytes are none, such as a text that was cut off inside a character. Each of those bytes is read
 * as Windows-1252, so that the rest of the text stays what it is.
 */
function decodeMixed(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString('utf8');
  const parts: string[] = [];
  let from = 0;
  for (let at = 0; at < bytes.length;) {
    const length = measureCharacter(bytes, at);
    if (length > 1) {
      parts.push(WINDOWS_1252.decode(bytes.subarray(from, at)), bytes.toString('utf8', at, at + length));
      from = at + length;
    }
    at += length || 1;
  }
  parts.push(WINDOWS_1252.decode(bytes.subarray(from)));
  return parts.join('');
}

/** Returns the number of bytes of the UTF-8 character at this position; 0 if there is none. */
function measureCharacter(bytes: Buffer, at: number): number {
  const first = bytes[at] as number;
  if (first < 0x80) return 1;
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  // Most bytes that are no UTF-8 show by the next one, which costs less to look at.
  if (((bytes[at + 1] ?? 0) & 0xc0) !== 0x80 || at + length > bytes.length) return 0;
  return isUtf8(bytes.subarray(at, at + length)) ? length : 0;
}

/** Decodes a part of a URL-encoded form. */
export function decodeUrlEncoded(text: string, contentType: string): string {
  const bytes = Buffer.from(text.replaceAll('+', ' '), 'utf8');
  const decoded = Buffer.alloc(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const hex = bytes[at] === PERCENT ? bytes.toString('latin1', at + 1, at + 3) : '';
    const isEscape = /^[0-9a-f]{2}$/i.test(hex);
    decoded[length] = isEscape ? Number.parseInt(hex, 16) : (bytes[at] as number);
    length += 1;
    if (isEscape) at += 2;
  }
  return decodeText(decoded.subarray(0, length), contentType);
}

const PERCENT = 0x25;
