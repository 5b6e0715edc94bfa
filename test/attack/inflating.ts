import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { createWebhook } from '../client.js';
import { rootApiKey } from '../processes.js';
import type { Service } from '../service.js';
import { slowness } from '../slowness.js';
import { readCpuSeconds } from './windows.js';

const INFLATED_BYTES = 256 * 1024 * 1024;
const REQUESTS = 20;
/** Milliseconds in which what goes on after the answers is measured. */
const WATCH_MS = 3_000;
/** Posts a body without reading more of the answer than its status. */
function post(url: string, encoding: string, body: Buffer, more: object): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-encoding': encoding, 'content-length': body.length, ...more };
    const outgoing = request(url, { method: 'POST', headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}

/** Attacks with bodies of a few kilobytes that inflate to hundreds of megabytes. */
export function attackByInflating(target: () => Service): void {
  it('nothing is inflated after the answer, whether a key was needed or not', async () => {
    const { api } = target();
    const { path } = await createWebhook(api.url, 'direct', 'hostile');
    const zeros = Buffer.alloc(INFLATED_BYTES);
    const gzip = gzipSync(zeros);
    const brotli = brotliCompressSync(zeros, { params: { [constants.BROTLI_PARAM_QUALITY]: 2 } });
    expect(brotli.length).toBeLessThan(10_000);
    const postAll = async (to: string, encoding: string, body: Buffer, headers = {}) => {
      const all = Array.from({ length: REQUESTS }, () => post(api.url + to, encoding, body, headers));
      return [...new Set(await Promise.all(all))].sort();
    };
    // So many large bodies at once exceed the share of a webhook.
    expect([[413], [413, 503]]).toContainEqual(await postAll(path, 'br', brotli));
    expect([[413], [413, 503]]).toContainEqual(await postAll(path, 'gzip', gzip));
    expect(await postAll('/identity/v1/api-keys', 'br', brotli)).toEqual([401]);
    expect(await postAll('/identity/v1/api-keys', 'gzip', gzip)).toEqual([401]);
    const authorization = `Bearer ${rootApiKey}`;
    expect(await postAll('/identity/v1/api-keys', 'br', brotli, { authorization })).toEqual([415]);
    expect(await postAll('/identity/v1/api-keys', 'gzip', gzip, { authorization })).toEqual([413]);
    const before = readCpuSeconds(api.pid);
    await sleep(WATCH_MS);
    // The service uses some processor time by itself. Inflating on would take all of it.
    expect((readCpuSeconds(api.pid) - before) / slowness()).toBeLessThan(0.5);
  }, 60_000);
}
