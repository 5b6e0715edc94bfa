import { newId } from '../../../libs/shared/src/kernel/ids.js';

export const id = newId;
