import { readdirSync, readFileSync } from 'node:fs';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';

const PAGE = join(import.meta.dirname, '../docs/senders/host-scripts.md');
/** A block of a file, whose first line, or the one after `#!/bin/sh`, names it. */
const FILE_BLOCK = /^```\w+\n((?:#!\/bin\/sh\n)?# (\/\S+)\n[^]*?)^```$/gm;

/** Writes the files of the page below a folder, with their paths changed to be there. @returns the path of each */
export async function installHostScripts(folder: string): Promise<(path: string) => string> {
  const here = (path: string) => join(folder, path);
  for (const [, content = '', path = ''] of readFileSync(PAGE, 'utf8').matchAll(FILE_BLOCK)) {
    await mkdir(dirname(here(path)), { recursive: true });
    await writeFile(
      here(path),
      content.replaceAll('/usr/local/bin/', here('/usr/local/bin/')).replaceAll('/etc/', here('/etc/')),
    );
    if (content.startsWith('#!')) await chmod(here(path), 0o755);
  }
  return here;
}

/** Returns the paths of the files that the page contains. */
export function listHostScripts(): readonly string[] {
  return [...readFileSync(PAGE, 'utf8').matchAll(FILE_BLOCK)].map(([, , path = '']) => path);
}

export interface PostedAlarm {
  readonly body: string;
  readonly outcomes: readonly { readonly outcome: string; readonly reason?: string }[];
  /** Whether a process had the address in its command line meanwhile. */
  readonly isAddressListed: boolean;
}

/** Starts a server that passes what is posted to a webhook, keeps the outcomes, and can answer with 503 nevertheless. */
export async function startPassingServer(webhookUrl: string) {
  const posted: PostedAlarm[] = [];
  const state = { lostAnswers: 0 };
  const server = createServer((request, response) => {
    void (async () => {
      const isPing = request.url?.includes('/heartbeat/') ?? false;
      const body = await text(request);
      const isAddressListed = isInCommandLine(new URL(webhookUrl).pathname);
      const result = await fetch(webhookUrl + (isPing ? '/heartbeat/backup' : ''), {
        method: isPing ? 'GET' : 'POST',
        headers: { 'content-type': request.headers['content-type'] ?? '', prefer: 'wait=10' },
        body: isPing ? null : body,
      });
      const { outcomes = [] } = (await result.json()) as Partial<PostedAlarm>;
      posted.push({ body, outcomes, isAddressListed });
      const isLost = state.lostAnswers > 0;
      if (isLost) state.lostAnswers -= 1;
      response.writeHead(isLost ? 503 : result.status).end('{}');
    })();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${new URL(webhookUrl).pathname}`,
    posted,
    loseAnswers: (count: number) => (state.lostAnswers = count),
    close: () => new Promise((closed) => server.close(closed)),
  };
}

function isInCommandLine(address: string): boolean {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .some((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(address);
      } catch {
        return false; // The process has ended.
      }
    });
}
