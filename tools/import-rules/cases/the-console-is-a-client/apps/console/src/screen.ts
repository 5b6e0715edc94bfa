import { start } from '../../../tools/start.js';

export const begin = start;
