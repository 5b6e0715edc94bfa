import type { Schemas } from '../../../../clients/typescript/src/tocsin.js';
import { now } from '../clock.js';
import { describeWhen, joinWords } from './words.js';

export type Shifts = Schemas['OnCallShifts'];

/** The number of tones by which people are told apart; their names stand in the strip, too. */
const TONES = 5;

interface Properties {
  readonly shifts: Shifts;
  readonly name: string;
  readonly days: number;
}

/** The shifts of the next days as a strip: who is on call when, and when nobody is. */
export function ShiftStrip({ shifts: { from, to, shifts, gaps }, name, days }: Properties) {
  const [start, end] = [Date.parse(from), Date.parse(to)];
  const share = (at: number) => `${((Math.min(Math.max(at, start), end) - start) / (end - start)) * 100}%`;
  const people = [...new Set(shifts.map(({ members }) => namesOf(members)))];
  const place = ({ starts_at, ends_at }: { readonly starts_at: string; readonly ends_at: string }) => {
    const [first, last] = [Date.parse(starts_at), Date.parse(ends_at)];
    return {
      insetInlineStart: share(first),
      width: `${(((Math.min(last, end) - Math.max(first, start)) / (end - start)) * 100).toFixed(3)}%`,
    };
  };
  const first = new Date(start);
  first.setHours(24, 0, 0, 0);
  const marks = Array.from({ length: days }, (_, at) => new Date(first.getTime() + at * 86_400_000));
  return (
    <div class="strip" role="list" aria-label={`Shifts of ${name} in the next ${days} days`}>
      {marks.map((day) => (
        <span
          key={day.getTime()}
          class="strip-day"
          style={{ insetInlineStart: share(day.getTime()) }}
          aria-hidden="true"
        >
          {day.toLocaleDateString('en-GB', { weekday: 'short', day: 'numeric' })}
        </span>
      ))}
      {shifts.map((shift) => {
        const names = namesOf(shift.members);
        const text = `${names || 'nobody'}, ${describeWhen(shift.starts_at, now.value)} – ${describeWhen(shift.ends_at, now.value)}`;
        return (
          <span
            key={shift.starts_at}
            role="listitem"
            aria-label={text}
            class={names === '' ? 'shift nobody' : `shift tone-${people.indexOf(names) % TONES}`}
            title={text}
            style={place(shift)}
          >
            <bdi>{names || 'nobody'}</bdi>
          </span>
        );
      })}
      {gaps.map((gap) => (
        <span
          key={`gap ${gap.starts_at}`}
          role="listitem"
          class="shift nobody"
          title={`nobody, ${describeWhen(gap.starts_at, now.value)} – ${describeWhen(gap.ends_at, now.value)}`}
          style={place(gap)}
        >
          nobody
        </span>
      ))}
    </div>
  );
}

const namesOf = (members: Shifts['shifts'][number]['members']): string =>
  joinWords(members.map(({ name }) => name));
