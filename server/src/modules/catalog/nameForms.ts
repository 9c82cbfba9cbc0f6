import { normalText, plainText } from '@tradehouse/domain';
import { pinyin } from 'pinyin-pro';
import type { Columns } from '../../kernel/index.ts';

/** The signs of a name that are said: pinyin for Chinese, and letters and digits as they are. */
const spoken = (name: string, pattern: 'first' | 'pinyin'): string =>
  pinyin(plainText(name), {
    pattern,
    toneType: 'none',
    type: 'array',
    nonZh: 'consecutive',
    v: true,
  })
    .join('')
    .replaceAll(/[^\p{Letter}\p{Number}]/gu, '');

/** The pinyin initials of a name, in capitals: 苹果手机 → PGSJ. Letters and digits stay, everything else goes. */
export const mnemonicOf = (name: string): string => spoken(name, 'first').toUpperCase();

/**
 * Further forms in which a name is searched for, one a line: its whole pinyin, and its plainest form (Café → Cafe, 鋼筆 → 钢笔);
 * each only where it says more than the name.
 */
export function nameForms(name: string): string {
  const plain = plainText(name);
  const forms = [
    ...(/\p{Script=Han}/u.test(plain) ? [spoken(name, 'pinyin').toLowerCase()] : []),
    ...(plain === normalText(name) ? [] : [plain]),
  ];
  return forms.join('\n');
}

/** The row with what it is found by beside its name. */
export function withNameForms<C extends Columns>(columns: C): C {
  const { name } = columns;
  return typeof name === 'string'
    ? { ...columns, mnemonic: mnemonicOf(name), name_forms: nameForms(name) }
    : columns;
}
