import { chinese } from './chinese.ts';
import { english } from './english.ts';
import type { Language } from './language.ts';
import { russian } from './russian.ts';

/** All languages with rules of their own. Several can count in one text. */
export const LANGUAGES: readonly Language[] = [chinese, russian, english];
