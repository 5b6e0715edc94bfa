import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

/** The markers of the samples that were sent last, by webhook. Kept so that a recovery sent later belongs to the alert. */
type Markers = Readonly<Record<string, string>>;

const markersPath = (): string =>
  join(process.env['XDG_STATE_HOME'] || join(homedir(), '.local', 'state'), 'tocsin', 'sent-samples.json');

/** Returns the marker of the sample that was sent last to a webhook; `undefined` if none is known. */
export function readSentMarker(webhookId: string): string | undefined {
  return readMarkers(markersPath())[webhookId];
}

/** Remembers the marker of a sample. Where nothing can be written, it is forgotten, and `--marker` names it. */
export function writeSentMarker(webhookId: string, marker: string): void {
  const path = markersPath();
  const markers = { ...readMarkers(path), [webhookId]: marker };
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `${JSON.stringify(markers, null, 2)}\n`);
  } catch {
    // A home that is read only, as in a container.
  }
}

function readMarkers(path: string): Markers {
  try {
    const markers: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return typeof markers === 'object' && markers !== null ? (markers as Markers) : {};
  } catch {
    return {};
  }
}
