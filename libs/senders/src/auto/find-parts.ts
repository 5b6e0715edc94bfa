import { stableTitle } from '../vocabulary/subject.js';
import type { ScalarField } from './collect-fields.js';
import { isNumeric, isUrl } from './text-checks.js';

/** Parts of a resource. Each may have an alarm of its own, under the same title. */
const PART_NAME =
  /^(?:port|portname|interface|interfacename|ifname|ifdescr|ifindex|disk|diskname|drive|driveletter|mount|mountpoint|mountedon|filesystem|partition|volume|volumename|slot|bay|osd|osdid|vlan|shard|queue|queuename|topic|topicname|pod|podname|container|containername|program|programname|processname|syslogidentifier|appname|sourcename|providername|logger|unit|systemdunit|database|databasename|tablespace)$/;
/** Parts that are numbered. A number of another part is a figure: `disk: 93`. */
const NUMBERED_PART = /^(?:port|ifindex|slot|bay|osd|osdid|vlan|shard|partition)$/;
const MAX_PARTS = 4;
const MAX_LENGTH = 200;

/** Returns what tells several alarms of a resource apart: the port, the disk, the queue, the program that wrote a log line. */
export function findParts(fields: readonly ScalarField[]): readonly string[] {
  return fields
    .filter(({ name, depth, pointer, text }) => depth <= 2 && !/\/\d+\//.test(pointer) && isPart(name, text))
    .slice(0, MAX_PARTS)
    .map(({ text }) => (/[\s[]/.test(text) ? stableTitle(text) : text));
}

/** Returns whether a field of this name and text is a part of a resource. */
export function isPart(name: string, text: string): boolean {
  return (
    PART_NAME.test(name) &&
    text.length <= MAX_LENGTH &&
    !isUrl(text) &&
    (isNumeric(text) || !/\p{L}/u.test(stableTitle(text)) ? NUMBERED_PART.test(name) : true)
  );
}
