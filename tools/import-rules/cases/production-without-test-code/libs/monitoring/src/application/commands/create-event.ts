import { fakeLog } from '../../../test/fake-delivery-log.js';

export const log = fakeLog;
