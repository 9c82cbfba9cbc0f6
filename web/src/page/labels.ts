import type { Table } from '@tradehouse/contract';
import { choiceLabel, fieldLabel } from '@tradehouse/contract';
import type { AnyKindCode } from '@tradehouse/domain';
import { documentKinds } from '@tradehouse/domain';
import { language } from '../app/language.ts';
import { aliasOf } from '../app/propertyAliases.ts';

/** What a column or filter of a table is called on screen: in the company's own word where it has one. */
export const labelOf = ({ id }: Pick<Table, 'id'>, name: string): string =>
  aliasOf(name) ?? fieldLabel(language, id, name);

/** Pixels a title takes in a header cell, with the arrows beside it: Chinese characters are twice as wide. */
export const titleWidth = (title: string): number =>
  46 + [...title].reduce((sum, letter) => sum + (letter > '\u2e7f' ? 14.5 : 8.6), 0);

/** What a kind of document is called; an unknown code is shown as it is. */
export const kindName = (kind: string): string =>
  (documentKinds as Partial<typeof documentKinds>)[kind as AnyKindCode]?.name[language] ?? kind;

/** What a choice of a column is called on screen. */
export const choiceOf = (name: string, choice: string): string =>
  name === 'kind' || name === 'kinds' ? kindName(choice) : choiceLabel(language, name, choice);
