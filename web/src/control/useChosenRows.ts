import { Form } from 'antd';
import { useState } from 'react';
import { amendRow } from './stableRows.ts';

/** Selected, edited and removed rows of a form, and the visible page of rows. */
export interface ChosenRows<Row> {
  readonly rows: readonly Row[];
  readonly change: (rows: readonly Row[]) => void;
  readonly put: (row: Row, typed: Partial<Row>) => void;
  /** False if all rows fit on one page. */
  readonly pages:
    | false
    | {
        readonly pageSize: number;
        readonly current: number;
        readonly onChange: (page: number) => void;
      };
}

const PAGE = 50;

/** @param field form field that holds the rows */
export function useChosenRows<Row extends object>(
  field: string,
  rows: readonly Row[],
  onChange: ((rows: readonly Row[]) => void) | undefined,
): ChosenRows<Row> {
  const form = Form.useFormInstance();
  const [current, setCurrent] = useState(1);
  const change = (next: readonly Row[]): void => {
    // Earlier errors are checked again on save.
    form.setFields([{ name: field, errors: [] }]);
    // Shows the page with the added rows.
    if (next.length > rows.length) setCurrent(Math.ceil(next.length / PAGE));
    onChange?.(next);
  };
  return {
    rows,
    change,
    put: (row, typed) =>
      change(rows.map((other) => (other === row ? amendRow(row, typed) : other))),
    pages: rows.length > PAGE && { pageSize: PAGE, current, onChange: setCurrent },
  };
}
