import { Form } from 'antd';
import { useState } from 'react';

/** Rows of a form that are chosen, typed into and taken away, and the page of them that is seen. */
export interface ChosenRows<Row> {
  readonly rows: readonly Row[];
  readonly change: (rows: readonly Row[]) => void;
  /** Puts what is typed into a row. */
  readonly put: (row: Row, typed: Partial<Row>) => void;
  /** False where they fit on one page. */
  readonly pages:
    | false
    | {
        readonly pageSize: number;
        readonly current: number;
        readonly onChange: (page: number) => void;
      };
}

const PAGE = 50;

/** @param field the field of the form that holds them */
export function useChosenRows<Row>(
  field: string,
  rows: readonly Row[],
  onChange: ((rows: readonly Row[]) => void) | undefined,
): ChosenRows<Row> {
  const form = Form.useFormInstance();
  const [current, setCurrent] = useState(1);
  const change = (next: readonly Row[]): void => {
    // What was wrong is looked at again as they are saved.
    form.setFields([{ name: field, errors: [] }]);
    // What is added is turned to.
    if (next.length > rows.length) setCurrent(Math.ceil(next.length / PAGE));
    onChange?.(next);
  };
  return {
    rows,
    change,
    put: (row, typed) =>
      change(rows.map((other) => (other === row ? { ...row, ...typed } : other))),
    pages: rows.length > PAGE && { pageSize: PAGE, current, onChange: setCurrent },
  };
}
