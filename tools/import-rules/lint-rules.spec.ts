import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** House rules that the linter enforces, each with a line that must fail. */
const cases = [
  ['no-restricted-imports', 'libs/a/src/circle.ts', "export { forwardRef } from '@nestjs/common';"],
  ['no-restricted-imports', 'apps/api/src/circle.ts', "export { forwardRef } from '@nestjs/common';"],
  ['no-restricted-imports', 'apps/api/src/per-request.ts', "export { Scope } from '@nestjs/common';"],
  ['no-restricted-imports', 'libs/a/src/lost.ts', "export { EventBus } from '@nestjs/cqrs';"],
  ['no-restricted-imports', 'libs/a/src/status.ts', "export { NotFoundException } from '@nestjs/common';"],
  ['no-restricted-imports', 'apps/worker/src/status.ts', "export { HttpException } from '@nestjs/common';"],
  ['no-process-env', 'libs/a/src/setting.ts', 'export const port = process.env.PORT;'],
  ['no-console', 'apps/api/src/print.ts', "console.log('here');"],
  ['no-explicit-any', 'libs/a/src/untyped.ts', 'export const read = (text: any): string => String(text);'],
  ['no-default-export', 'libs/a/src/nameless.ts', 'export default 1;'],
  [
    'no-warning-comments',
    'libs/a/src/later.ts',
    `// ${['TO', 'DO'].join('')} later\nexport const later = 1;`,
  ],
] as const;

// This must pass: Nest needs injected classes in the metadata of the constructor, so they are imported as values.
const nest = `import { Controller, Module, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';

@Controller('webhooks')
export class WebhookController {
  constructor(private readonly commands: CommandBus) {}

  @Post()
  async create(): Promise<void> {
    await this.commands.execute({});
  }
}

@Module({ controllers: [WebhookController] })
export class WebhookModule {}
`;

interface Diagnostic {
  readonly code: string;
  readonly filename: string;
}

describe('lint', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-lint-'));
  let found: readonly Diagnostic[] = [];

  beforeAll(() => {
    for (const [, path, text] of [...cases, ['', 'apps/api/src/webhook.controller.ts', nest]] as const) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), `${text}\n`);
    }
    const run = spawnSync(
      resolve('node_modules/.bin/oxlint'),
      ['--config', resolve('.oxlintrc.json'), '--format', 'json', '.'],
      { cwd: folder, encoding: 'utf8' },
    );
    found = (JSON.parse(run.stdout) as { diagnostics: readonly Diagnostic[] }).diagnostics;
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each(cases)('reports %s in %s', (rule, path) => {
    const codes = found.filter(({ filename }) => filename.endsWith(path)).map(({ code }) => code);
    expect(codes).toEqual([expect.stringContaining(`(${rule})`)]);
  });

  it('accepts controllers and modules', () => {
    expect(found.filter(({ filename }) => filename.endsWith('webhook.controller.ts'))).toEqual([]);
  });
});
