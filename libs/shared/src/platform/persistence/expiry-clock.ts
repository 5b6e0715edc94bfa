import type { Provider } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ExpiryClock } from '../../kernel/expiry-clock.js';

export const createExpiryClock = (dataSource: Pick<DataSource, 'query'>) =>
  new ExpiryClock((text) => dataSource.query<{ now: Date }[]>(text));

export const EXPIRY_CLOCK: Provider = {
  provide: ExpiryClock,
  useFactory: createExpiryClock,
  inject: [DataSource],
};
