import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { BUILT_IN_PLUGINS } from '../built-in.js';
import { stableTitle } from '../vocabulary/subject.js';

/** Titles of the samples of all plugins that contain figures, and what is kept of them. */
const table = JSON.parse(readFileSync(new URL('identity-corpus.json', import.meta.url), 'utf8')) as Readonly<
  Record<string, string>
>;

const titles = [
  ...new Set(
    BUILT_IN_PLUGINS.flatMap(({ samples }) =>
      samples.flatMap(({ expect: outcomes }) =>
        outcomes.flatMap((one) => (one.outcome === 'EVENT' && one.event.title ? [one.event.title] : [])),
      ),
    ),
  ),
].filter((title) => title.length <= 500);

describe('what is kept of the titles of all samples', () => {
  it.each(Object.entries(table))('%s: %s', (title, kept) => expect(stableTitle(title)).toBe(kept));

  it('is the same for any duration, percentage, time or number of alarms in front or behind', () => {
    expect(titles.length).toBeGreaterThan(150);
    for (const title of titles) {
      const withFigures = (counter: number, rest: string): string =>
        stableTitle(`[FIRING:${counter}] ${title} ${rest}`);
      expect(withFigures(1, 'for 5 minutes')).toBe(withFigures(12, 'for 2 hours'));
      expect(withFigures(1, '(93 %)')).toBe(withFigures(1, '(7.5 %)'));
      expect(withFigures(1, 'at 2026-05-01 10:15:00')).toBe(withFigures(1, 'at 2026-06-02T11:16:01Z'));
    }
  });

  it('differs with another host, port, disk or pod behind', () => {
    for (const title of titles)
      for (const [one, other] of [
        ['on db-1', 'on db-2'],
        ['on db-1:9100', 'on db-1:9187'],
        ['on 10.0.0.5', 'on 10.0.0.6'],
        ['on OSD: 12', 'on OSD: 13'],
        ['on Disk 0.1', 'on Disk 0.2'],
        ['on web-7d9f8b6c5-x2x1z', 'on web-7d9f8b6c5-k8s4q'],
      ])
        expect(stableTitle(`${title} ${one}`)).not.toBe(stableTitle(`${title} ${other}`));
  });
});
