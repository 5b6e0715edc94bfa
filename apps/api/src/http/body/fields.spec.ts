import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { expect, it } from 'vitest';
import { NestedField, SecondsField } from './fields.js';

class Pause {
  @SecondsField({ min: 10, max: 3_600 })
  every!: number;
}

class Message {
  @NestedField(Pause, {})
  pause!: Pause;
}

const read = (every: unknown) => {
  const message = plainToInstance(Message, { pause: { every } });
  return { every: message.pause.every, errors: validateSync(message).length };
};

it.each([
  [300, 300],
  ['300s', 300],
  ['5m', 300],
  ['1h', 3_600],
])('a number of seconds is read from %j', (given, every) => {
  expect(read(given)).toEqual({ every, errors: 0 });
});

it.each(['300', '5 m', '2h', '5s', 1.5, 9, null, true, ''])(
  '%j is no number of seconds within the limits',
  (given) => {
    expect(read(given).errors).toBe(1);
  },
);
