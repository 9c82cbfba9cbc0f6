import { applyMonthColumns, titleInMonth } from './monthColumns.ts';
import type { PhraseLanguage } from './phrase/called.ts';
import { choiceLabel } from './phrase/labels.ts';
import type { TableColumn, TableDeclaration } from './table.ts';

/**
 * Resolves a table for a request: columns named by a filter get the choice's name, or are left out without
 * one.
 */
export function asAsked<T extends TableDeclaration>(
  table: T,
  filters: Readonly<Record<string, unknown>>,
): T {
  const dated = applyMonthColumns(table, filters['dates']);
  const shown = Object.entries<TableColumn>(dated.columns).flatMap(
    ([name, column]): [string, TableColumn][] => {
      const { ofChoice, asksFor = ofChoice, trend } = column;
      if (asksFor === undefined) return [[name, column]];
      const chosen = filters[asksFor];
      if (ofChoice === undefined)
        return chosen === undefined || chosen === false
          ? []
          : [
              [
                name,
                trend === undefined
                  ? column
                  : { ...column, ...trendTypeOfMeasure(table, filters[trend]) },
              ],
            ];
      return typeof chosen === 'string' && chosen !== '' ? [[name, { ...column, chosen }]] : [];
    },
  );
  return { ...dated, columns: Object.fromEntries(shown) };
}

const trendTypeOfMeasure = (
  { columns }: TableDeclaration,
  measure: unknown,
): Pick<TableColumn, 'trendOf'> => {
  const measured = typeof measure === 'string' ? columns[measure] : undefined;
  return measured === undefined ? {} : { trendOf: measured.type };
};

/** Returns the title of a column of an `asAsked` table; `label` is the default. */
export const titleAsked = (
  language: PhraseLanguage,
  column: TableColumn | undefined,
  label: string,
): string => {
  const { ofChoice, chosen } = column ?? {};
  return ofChoice === undefined || chosen === undefined
    ? titleInMonth(column, label)
    : choiceLabel(language, ofChoice, chosen);
};
