import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { Injectable } from '@nestjs/common';
import negotiateEncoding from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RequestLimits } from '../limits/request-limits.js';
import { getClientAddress } from '../auth/caller.js';

export interface Content {
  readonly bytes: Buffer | string;
  /** The media type. */
  readonly type: string;
}

/** Content as it is sent. */
interface Document {
  readonly type: string;
  readonly tag: string;
  readonly plain: Buffer;
  /** Compressed when it is first asked for. */
  readonly encoded: Map<Encoding, Promise<Buffer>>;
}

type Encoding = 'br' | 'gzip';

/** Level 9 takes 0.1 s for the largest document and saves a fifth of the bytes of the level for other responses, 4. */
const COMPRESS: Readonly<Record<Encoding, (bytes: Buffer) => Promise<Buffer>>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (bytes) => promisify(gzip)(bytes),
};
const ENCODINGS: Encoding[] = ['br', 'gzip'];

/**
 * Sends documents that are the same for everybody and open to anybody: pages, scripts, the API document. They are read and
 * compressed once for each process, so that a request costs no more than its bytes; and an address has a budget of requests.
 */
@Injectable()
export class Documents {
  private readonly documents = new Map<string, Promise<Document>>();

  constructor(private readonly limits: RequestLimits) {}

  /**
   * Returns what to send for this request; `undefined` if the client has the document already (304).
   * @param name identifies the document. Not the path of the request, which can be written in any number of ways.
   * @param load reads the document; what it throws is not remembered
   */
  async send(
    name: string,
    request: FastifyRequest,
    reply: FastifyReply,
    load: () => Content | Promise<Content>,
  ): Promise<Buffer | undefined> {
    await this.limits.takeDocument(getClientAddress(request), reply);
    const { type, tag, plain, encoded } = await this.findOrLoad(name, load);
    void reply.type(type).header('etag', tag).header('vary', 'accept-encoding');
    if (request.headers['if-none-match']?.includes(tag) === true) {
      void reply.code(304);
      return undefined;
    }
    const encoding = negotiateEncoding(request.headers['accept-encoding'] ?? '', ENCODINGS);
    if (encoding === null || type.startsWith('image/png')) return plain;
    void reply.header('content-encoding', encoding);
    const known = encoded.get(encoding);
    if (known !== undefined) return known;
    const compressed = COMPRESS[encoding](plain);
    encoded.set(encoding, compressed);
    return compressed;
  }

  private findOrLoad(name: string, load: () => Content | Promise<Content>): Promise<Document> {
    const known = this.documents.get(name);
    if (known !== undefined) return known;
    const loaded = prepare(load);
    this.documents.set(name, loaded);
    // A name without a document must not stay: there are any number of them.
    loaded.catch(() => this.documents.delete(name));
    return loaded;
  }
}

async function prepare(load: () => Content | Promise<Content>): Promise<Document> {
  const { bytes, type } = await load();
  const plain = Buffer.from(bytes);
  // Weak, because the encodings of a document differ in their bytes.
  const tag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
  return { type, tag, plain, encoded: new Map() };
}
