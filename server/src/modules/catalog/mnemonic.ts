import { pinyin } from 'pinyin-pro';
import type { Columns } from '../../kernel/index.ts';

/** The pinyin initials of a name, in capitals: 苹果手机 → PGSJ. Letters and digits stay, everything else goes. */
export function mnemonicOf(name: string): string {
  const initials = pinyin(name, {
    pattern: 'first',
    toneType: 'none',
    type: 'array',
    nonZh: 'consecutive',
  });
  return initials
    .join('')
    .replaceAll(/[^\p{Letter}\p{Number}]/gu, '')
    .toUpperCase();
}

/** The row with what it is found by beside its name. */
export const withMnemonic = <C extends Columns>(columns: C): C =>
  typeof columns['name'] === 'string'
    ? { ...columns, mnemonic: mnemonicOf(columns['name']) }
    : columns;
