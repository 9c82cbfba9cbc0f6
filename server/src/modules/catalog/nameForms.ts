import { normalText, plainText } from '@tradehouse/domain';
import { pinyin } from 'pinyin-pro';
import type { ColumnValues } from '../../kernel/table/index.ts';

/** Returns the pronounced characters of a name: pinyin for Chinese, letters and digits unchanged. */
const toSpokenLetters = (name: string, pattern: 'first' | 'pinyin'): string =>
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
export const mnemonicOf = (name: string): string => toSpokenLetters(name, 'first').toUpperCase();

/**
 * Returns further search forms of a name, one per line: whole pinyin, and plainest form (Café → Cafe, 鋼筆 →
 * 钢笔); each only if it adds to the name.
 */
export function nameForms(name: string): string {
  const plain = plainText(name);
  const forms = [
    ...(/\p{Script=Han}/u.test(plain) ? [toSpokenLetters(name, 'pinyin').toLowerCase()] : []),
    ...(plain === normalText(name) ? [] : [plain]),
  ];
  return forms.join('\n');
}

/** Adds the search forms of the name to the row. */
export function withNameForms<C extends ColumnValues>(columns: C): C {
  const { name } = columns;
  return typeof name === 'string'
    ? { ...columns, mnemonic: mnemonicOf(name), name_forms: nameForms(name) }
    : columns;
}
