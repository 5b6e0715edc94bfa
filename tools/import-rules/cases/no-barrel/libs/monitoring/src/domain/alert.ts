import { fold } from './states/index.js';

export const apply = fold;
