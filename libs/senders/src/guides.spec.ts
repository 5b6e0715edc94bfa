import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { BUILT_IN_PLUGINS } from './built-in.js';

const guides = new Map(BUILT_IN_PLUGINS.map(({ plugin_id, docs }) => [plugin_id, docs]));

describe('docs/senders/README.md', () => {
  it('links to the guide of every plugin, and to no other', () => {
    const index = readFileSync('docs/senders/README.md', 'utf8');
    const links = [...index.matchAll(/^\| \[[^\]]+\]\(\.\.\/\.\.\/(\S+)\)\s+\| `([^`]+)`\s+\|$/gm)];
    const listed = links.map(([, , plugin_id]) => plugin_id);
    expect(listed).toEqual([...new Set([...guides.keys(), 'mapping', 'http'])].sort());
    for (const [, path = '', plugin_id = ''] of links)
      expect(readFileSync(path, 'utf8')).toBe(guides.get(plugin_id) ?? readFileSync(path, 'utf8'));
  });
});

describe('plugins that parse acknowledgements', () => {
  const acknowledging = BUILT_IN_PLUGINS.filter(({ samples }) =>
    samples.some(({ expect: becomes }) => becomes.some(({ outcome }) => outcome === 'ACKNOWLEDGED')),
  );

  it('are listed in docs/senders/README.md', () => {
    const index = readFileSync('docs/senders/README.md', 'utf8');
    const [, listed = ''] = /why:\s+(`[^.]+`)\./.exec(index) ?? [];
    const names = listed.split(/,\s+/).map((name) => name.replaceAll('`', ''));
    expect(names).toEqual(
      [...new Set([...acknowledging.map(({ plugin_id }) => plugin_id), 'mapping'])].sort(),
    );
  });

  it.each(acknowledging.map(({ plugin_id, docs }) => [plugin_id, docs] as const))(
    'are described in the guide of %s',
    (_, docs) => expect(docs).toMatch(/^\| acknowledgement \| \S/m),
  );
});

/**
 * The command in the guides of senders that run it once and ignore its result. It retries after any failure, every 3 seconds
 * or as `Retry-After` says, for 2 minutes.
 */
const RETRYING_CURL =
  'curl -sS --fail-with-body --max-time 10 --retry 50 --retry-delay 3 --retry-max-time 120 --retry-connrefused --retry-all-errors';

describe('the guides of senders that run curl', () => {
  const commands = [...guides].flatMap(([plugin_id, docs]) =>
    [...docs.matchAll(/\bcurl -sS.*$/gm)].map(([command]) => ({ plugin_id, command })),
  );

  it('belong to the expected plugins', () => {
    expect([...new Set(commands.map(({ plugin_id }) => plugin_id))]).toEqual([
      'checkmk',
      'direct',
      'icinga',
      'monit',
      'nagios',
      'netdata',
      'redis-sentinel',
      'sensu',
    ]);
  });

  it.each(commands)('$plugin_id uses the same retry options as all others', ({ command }) => {
    expect(command).toContain(RETRYING_CURL);
  });

  const scripts = [...guides].flatMap(([plugin_id, docs]) =>
    [...docs.matchAll(/^ *~~~.*\n([^]*?)^ *~~~$/gm)]
      .map(([, block = '']) => ({ plugin_id, block }))
      .filter(({ block }) => block.includes('--retry ')),
  );

  it.each(scripts)(
    '$plugin_id posts the time of the alarm, so that a late retry opens nothing',
    ({ block }) => {
      // A handler of Sensu posts the event that it is given, which has a time.
      expect(block).toMatch(/\b(?:occurred_at|timestamp|when)=|--data-binary @-/);
    },
  );
});
