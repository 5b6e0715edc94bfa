import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { rootApiKey } from './processes.js';
import { call, createWebhook } from './client.js';
import { startService, type Service } from './service.js';
import { requireProgram } from './requirements.js';

const GUIDE = 'docs/api.md';
const MARK = '--- end of step ---';

interface Step {
  readonly commands: string;
  /** What the last response must contain. */
  readonly answer?: object;
}

/** Returns the commands of a guide, each with the response that the guide shows after it. Blocks marked `setup` are skipped. */
function stepsIn(markdown: string): readonly Step[] {
  const steps: Step[] = [];
  for (const [, info = '', text = ''] of markdown.matchAll(/^```(.*)\n([^]*?)^```$/gm)) {
    if (info === 'sh') steps.push({ commands: text });
    const last = steps.pop();
    if (last) steps.push(info === 'json answer' ? { ...last, answer: JSON.parse(text) as object } : last);
  }
  return steps;
}

requireProgram('curl', 'apt-get install curl')(GUIDE, () => {
  let service: Service;
  let api: Service['api'];

  beforeEach(async () => {
    service = await startService();
    ({ api } = service);
  });
  afterEach(() => service?.stop());

  it('contains commands that work unchanged and give the responses shown, also when they are run again', async () => {
    const steps = stepsIn(await readFile(GUIDE, 'utf8'));
    expect(steps.length).toBeGreaterThan(12);
    // An alert of somebody else.
    const { path } = await createWebhook(api.url, 'direct');
    await call('POST', api.url + path, { event_key: 'other', title: 'Other' }, { prefer: 'wait=10' });
    for (const run of ['first', 'second']) await runSteps(steps, run);
  });

  async function runSteps(steps: readonly Step[], run: string): Promise<void> {
    const script = [
      'set -eu -o pipefail',
      ...steps.map(({ commands }) => `${commands}\necho; echo '${MARK}'`),
    ];
    const { stdout } = await promisify(execFile)('bash', ['-c', script.join('\n')], {
      env: { PATH: process.env['PATH'], BASE: api.url, KEY: rootApiKey },
    });
    const outputs = stdout.split(`${MARK}\n`);
    for (const [index, { commands, answer }] of steps.entries()) {
      if (!answer) continue;
      const last =
        outputs[index]
          ?.trim()
          .split(/\n|(?<=\})(?=\{)/)
          .at(-1) ?? '';
      expect({ run, commands, answer: JSON.parse(last) as object }).toMatchObject({ commands, answer });
    }
  }
});
