import { open } from './event.spec.js';

export const again = open;
