import { inMonths, titleInMonth } from './monthColumns.ts';
import type { PhraseLanguage } from './phrase/called.ts';
import { choiceLabel } from './phrase/labels.ts';
import type { Column, Table } from './table.ts';

/** A table as its filters ask for it: columns that are named by what is asked have their names, those of nothing are left out. */
export function asAsked<T extends Table>(table: T, filters: Readonly<Record<string, unknown>>): T {
  const dated = inMonths(table, filters['dates']);
  const shown = Object.entries<Column>(dated.columns).flatMap(
    ([name, column]): [string, Column][] => {
      const { ofChoice, asksFor = ofChoice, trend } = column;
      if (asksFor === undefined) return [[name, column]];
      const chosen = filters[asksFor];
      if (ofChoice === undefined)
        return chosen === undefined || chosen === false
          ? []
          : [
              [
                name,
                trend === undefined ? column : { ...column, ...typeOf(table, filters[trend]) },
              ],
            ];
      return typeof chosen === 'string' && chosen !== '' ? [[name, { ...column, chosen }]] : [];
    },
  );
  return { ...dated, columns: Object.fromEntries(shown) };
}

const typeOf = ({ columns }: Table, measure: unknown): Pick<Column, 'trendOf'> => {
  const measured = typeof measure === 'string' ? columns[measure] : undefined;
  return measured === undefined ? {} : { trendOf: measured.type };
};

/** What a column is called where its table is `asAsked`; `label` is what it is called otherwise. */
export const titleAsked = (
  language: PhraseLanguage,
  column: Column | undefined,
  label: string,
): string => {
  const { ofChoice, chosen } = column ?? {};
  return ofChoice === undefined || chosen === undefined
    ? titleInMonth(column, label)
    : choiceLabel(language, ofChoice, chosen);
};
