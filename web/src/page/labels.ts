import type { Table } from '@tradehouse/contract';
import { choiceLabel, fieldLabel } from '@tradehouse/contract';
import { language } from '../app/language.ts';

/** What a column or filter of a table is called on screen. */
export const labelOf = ({ id }: Pick<Table, 'id'>, name: string): string =>
  fieldLabel(language, id, name);

/** What a choice of a column is called on screen. */
export const choiceOf = (name: string, choice: string): string =>
  choiceLabel(language, name, choice);
