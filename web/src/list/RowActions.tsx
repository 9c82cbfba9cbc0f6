import { EllipsisOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import type { ReactNode } from 'react';
import { useRef } from 'react';
import { IconButton } from '../control/IconButton.tsx';
import { getNotices } from '../app/notices.ts';
import { usePhone } from '../app/theme/useMedia.ts';
import { t } from '../phrase/index.ts';
import { textWidth } from '../record/labels.ts';
import type { RowAction } from '../record/listTypes.ts';

export interface RowActionsProps<Row> {
  readonly row: Row;
  readonly actions: readonly RowAction<Row>[];
  readonly onDone: () => void;
}

/** Returns the actions offered for the row. */
export const actsOf = <Row,>(
  actions: readonly RowAction<Row>[],
  row: Row,
): readonly RowAction<Row>[] => actions.filter(({ shown }) => shown?.(row) ?? true);

/** Returns the action shown as a word, preferably edit; a menu holds the rest. */
const wordedAct = <Row,>(acts: readonly RowAction<Row>[]): RowAction<Row> | undefined =>
  acts.find(({ key }) => key === 'edit') ?? acts[0];

/** Widths in pixels: space around a word, and the button of the menu. */
const AROUND_WORD = 10;
const MENU = 26;

/** Returns the pixels needed by the widest actions of the rows. */
export const widthOfActs = <Row,>(
  actions: readonly RowAction<Row>[],
  rows: readonly Row[],
): number =>
  Math.max(
    MENU,
    ...rows.map((row) => {
      const acts = actsOf(actions, row);
      const word = textWidth(wordedAct(acts)?.label ?? '') + AROUND_WORD;
      return Math.ceil(word) + (acts.length > 1 ? MENU : 0);
    }),
  );

/** Runs an action after the user's agreement, if required; `onDone` if the list is to be read again. */
export async function runRowAction<Row>(
  { confirm, danger, run: act }: RowAction<Row>,
  row: Row,
  onDone: () => void,
): Promise<void> {
  const question = confirm?.(row);
  const agreed =
    question === undefined ||
    (await getNotices().modal.confirm({
      title: question,
      okButtonProps: { danger: danger === true },
    }));
  try {
    if (agreed && (await act?.(row)) === true) onDone();
  } catch {
    // The client shows the error.
  }
}

/** Returns the menu items of actions. */
export const toActionItems = <Row,>(acts: readonly RowAction<Row>[]) =>
  acts.map(({ key, label, icon, danger = false }) => ({
    key,
    label,
    icon: <span aria-hidden>{icon}</span>,
    danger,
  }));

/** Renders a row's actions: a word and a menu on the desk, a word or a menu on a phone. */
export function RowActions<Row>({ row, actions, onDone }: RowActionsProps<Row>): ReactNode {
  const run = (action: RowAction<Row>): void => void runRowAction(action, row, onDone);
  const phone = usePhone();
  const acts = actsOf(actions, row);
  const word = phone && acts.length > 1 ? undefined : wordedAct(acts);
  const others = acts.filter((act) => act !== word);
  const box = useRef<HTMLSpanElement>(null);
  return (
    <span className="acts" ref={box}>
      {word === undefined ? null : (
        <Button type="link" size="small" danger={word.danger === true} onClick={() => run(word)}>
          {word.label}
        </Button>
      )}
      {others.length === 0 ? null : (
        <Dropdown
          autoFocus
          trigger={['click']}
          menu={{
            items: toActionItems(others),
            onClick: ({ key, domEvent }) => {
              // The same Enter would also answer the question of the chosen action.
              domEvent.preventDefault();
              // The menu closes: the focus returns to the row, and dialogs return it there.
              box.current?.querySelector<HTMLElement>('.ant-dropdown-trigger')?.focus();
              const action = others.find((one) => one.key === key);
              if (action !== undefined) run(action);
            },
          }}
        >
          <IconButton
            size={phone ? 'middle' : 'small'}
            label={t('act.actions')}
            icon={<EllipsisOutlined aria-hidden />}
          />
        </Dropdown>
      )}
    </span>
  );
}
