import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons';
import { Button, Checkbox } from 'antd';
import type { ReactNode } from 'react';
import { IconButton } from '../../control/IconButton.tsx';
import { PaneModal } from '../../control/PaneModal.tsx';
import { SortableRows } from '../../control/SortableRows.tsx';
import { t } from '../../phrase/index.ts';
import type { Arrangement, HomeLayout, Panel, Tile } from './homeLayout.ts';
import { homeParts, inOrder, NOT_ARRANGED, panels, stepped, switchedTo } from './homeLayout.ts';

/** What a panel, or what stands in one, is called. */
const nameOf = (name: Panel | Tile): string => {
  switch (name) {
    case 'money':
    case 'atHand':
    case 'months':
    case 'reports':
    case 'company':
      return t(`home.panel.${name}`);
    case 'stock':
    case 'waiting':
    case 'shortcuts':
    case 'notices':
    case 'recent':
    case 'sale':
    case 'retailSale':
    case 'buy':
    case 'profit':
      return t(`home.${name}`);
    default:
      return t(`home.tile.${name}`);
  }
};

interface RowsProps<Name extends Panel | Tile> {
  readonly names: readonly Name[];
  readonly arrangement: Arrangement | undefined;
  readonly onChange: (arrangement: Arrangement) => void;
  /** What stands below them. */
  readonly below?: Readonly<Partial<Record<string, ReactNode>>>;
}

/** Rows of panels or tiles: ticked ones are shown, arrows move one a place. */
function Rows<Name extends Panel | Tile>(props: RowsProps<Name>): ReactNode {
  const { names: declared, arrangement = {}, onChange, below } = props;
  const names = inOrder(declared, arrangement);
  const order = (next: readonly Name[]): void => onChange({ ...arrangement, order: next });
  const step = (name: Name, by: -1 | 1): ReactNode => (
    <IconButton
      size="small"
      icon={by < 0 ? <ArrowUpOutlined aria-hidden /> : <ArrowDownOutlined aria-hidden />}
      label={t(by < 0 ? 'home.up' : 'home.down', { name: nameOf(name) })}
      disabled={stepped(names, name, by) === names}
      onClick={() => order(stepped(names, name, by))}
    />
  );
  return (
    <SortableRows
      names={names}
      moves={(name) => t('home.move', { name: nameOf(name) })}
      onOrder={order}
    >
      {(name) => (
        <>
          <Checkbox
            checked={arrangement.hidden?.includes(name) !== true}
            onChange={({ target }) => onChange(switchedTo(arrangement, name, target.checked))}
          >
            {nameOf(name)}
          </Checkbox>
          {step(name, -1)}
          {step(name, 1)}
          {below?.[name]}
        </>
      )}
    </SortableRows>
  );
}

interface ArrangingProps {
  readonly layout: HomeLayout;
  readonly onChange: (layout: HomeLayout) => void;
}

/** The tiles of each panel that has some. */
const tilesOf = ({
  layout,
  onChange,
}: ArrangingProps): Readonly<Partial<Record<string, ReactNode>>> =>
  Object.fromEntries(
    panels.map((panel) => [
      panel,
      homeParts[panel].length === 0 ? null : (
        <div key={panel} className="arrange-tiles">
          <Rows<Tile>
            names={homeParts[panel]}
            arrangement={layout[panel]}
            onChange={(arrangement) => onChange({ ...layout, [panel]: arrangement })}
          />
        </div>
      ),
    ]),
  );

/** Arranges the home page; each change is seen at once, and kept for this user. */
export function ArrangeHome(props: ArrangingProps & { readonly onClose: () => void }): ReactNode {
  const { layout, onChange, onClose } = props;
  return (
    <PaneModal
      title={t('home.arrange')}
      width={420}
      className="arrange-home"
      onCancel={onClose}
      footer={
        <>
          <Button onClick={() => onChange(NOT_ARRANGED)}>{t('act.restore')}</Button>
          <Button type="primary" onClick={onClose}>
            {t('act.close')}
          </Button>
        </>
      }
    >
      <p>{t('home.arrangeHint')}</p>
      <Rows<Panel>
        names={panels}
        arrangement={layout.panels}
        onChange={(arrangement) => onChange({ ...layout, panels: arrangement })}
        below={tilesOf(props)}
      />
    </PaneModal>
  );
}
