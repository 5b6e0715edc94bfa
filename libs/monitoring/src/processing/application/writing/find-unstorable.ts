import type { Alarm } from '../../domain/alarm.js';

/** Finds the alarms that the database refuses by bisection, so that the others are stored. */
export async function findUnstorable(
  alarms: readonly Alarm[],
  canStore: (subset: readonly Alarm[]) => Promise<boolean>,
): Promise<Alarm[]> {
  if (alarms.length === 0 || (await canStore(alarms))) return [];
  if (alarms.length === 1) return [...alarms];
  const middle = Math.floor(alarms.length / 2);
  return [
    ...(await findUnstorable(alarms.slice(0, middle), canStore)),
    ...(await findUnstorable(alarms.slice(middle), canStore)),
  ];
}
