import { Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { IconButton } from '../control/IconButton.tsx';
import { notices } from '../app/notices.ts';
import type { RowAction } from '../record/listTypes.ts';

export interface RowActionsProps<Row> {
  readonly row: Row;
  readonly actions: readonly RowAction<Row>[];
  readonly onDone: () => void;
}

const actsOf = <Row,>(actions: readonly RowAction<Row>[], row: Row): readonly RowAction<Row>[] =>
  actions.filter(({ shown }) => shown?.(row) ?? true);

/** How many buttons the acts of one of these rows take at most. */
export const mostActs = <Row,>(actions: readonly RowAction<Row>[], rows: readonly Row[]): number =>
  Math.max(1, ...rows.map((row) => actsOf(actions, row).length));

/** The acts of one row, as icons with names. */
export function RowActions<Row>({ row, actions, onDone }: RowActionsProps<Row>): ReactNode {
  const run = async ({ confirm, danger, run: act }: RowAction<Row>): Promise<void> => {
    const question = confirm?.(row);
    const agreed =
      question === undefined ||
      (await notices().modal.confirm({
        title: question,
        okButtonProps: { danger: danger === true },
      }));
    try {
      if (agreed && (await act?.(row)) === true) onDone();
    } catch {
      // The client has said what went wrong.
    }
  };
  return (
    <span className="acts">
      {actsOf(actions, row).map((action) => (
        <Tooltip key={action.key} title={action.label}>
          <IconButton
            size="small"
            danger={action.danger === true}
            label={action.label}
            icon={action.icon}
            onClick={() => void run(action)}
          />
        </Tooltip>
      ))}
    </span>
  );
}
