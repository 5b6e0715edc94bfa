import { nothing } from './nowhere.js';

export const something = nothing;
