import { Transform, type TransformCallback } from 'node:stream';
import zlib, { type Inflate, type InflateRaw } from 'node:zlib';

/**
 * Returns the encoding that has to be undone, in the form of RFC 9110: `x-gzip` is gzip, and `identity` in a list means nothing.
 * `undefined` if the body is not encoded.
 */
export function simplifyEncoding(header: string): string | undefined {
  const encodings = header
    .toLowerCase()
    .split(',')
    .map((one) => one.trim().replace(/^x-/, ''))
    .filter((one) => one !== '' && one !== 'identity');
  return encodings.length === 0 ? undefined : encodings.join(', ');
}

/** Creates what undoes an encoding, by its name. Senders also mean raw deflate by `deflate`. */
export const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: zlib.createGunzip,
  deflate: () => new LenientInflate(),
  br: zlib.createBrotliDecompress,
};

/** Inflates a body with the header of zlib (RFC 1950), which `deflate` means, or without it (RFC 1951). */
export class LenientInflate extends Transform {
  private head = Buffer.alloc(0);
  private inflate: Inflate | InflateRaw | undefined;

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    if (this.inflate !== undefined) {
      this.inflate.write(chunk, () => done());
      return;
    }
    this.head = Buffer.concat([this.head, chunk]);
    if (this.head.length < 2) done();
    else this.open().write(this.head, () => done());
  }

  override _flush(done: TransformCallback): void {
    const inflate = this.inflate ?? this.open();
    inflate.once('end', () => done());
    inflate.end();
  }

  /** The reader wants more. The other stream waits meanwhile, so that a bomb does not fill the memory. */
  override _read(size: number): void {
    this.inflate?.resume();
    super._read(size);
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.inflate?.destroy();
    done(error);
  }

  private open(): Inflate | InflateRaw {
    const inflate = hasZlibHeader(this.head) ? zlib.createInflate() : zlib.createInflateRaw();
    inflate.on('data', (inflated: Buffer) => {
      if (!this.push(inflated)) inflate.pause();
    });
    inflate.on('error', (error) => this.destroy(error));
    this.inflate = inflate;
    return inflate;
  }
}

function hasZlibHeader(head: Buffer): boolean {
  return head.length >= 2 && ((head[0] as number) & 0x0f) === 8 && head.readUInt16BE(0) % 31 === 0;
}
