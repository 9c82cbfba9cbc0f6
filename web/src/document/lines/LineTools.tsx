import type { Kind } from '@tradehouse/domain';
import { Button, Dropdown, Space } from 'antd';
import { notices } from '../../app/notices.ts';
import { usePreference } from '../../app/settings/preferences.ts';
import { usePhone } from '../../app/theme/useMedia.ts';
import { t } from '../../phrase/index.ts';
import type { GridStore } from '../grid/gridStore.ts';
import { appended } from '../grid/gridState.ts';
import type { Shape } from '../grid/gridState.ts';
import { useStore } from '../grid/useStore.ts';
import { RemoveButton } from './RemoveButton.tsx';
import { columnTitle, OPTIONAL } from '../columns/factColumns.ts';
import type { LineDraft } from '../draft/lineDraft.ts';
import { giveLots } from '../draft/parts.ts';
import type { Pricing } from '../draft/priced.ts';
import { issuesGoods, takesFromStock } from '../columns/traceColumns.ts';
import { reasonOf } from '../../app/net/envelope.ts';

interface Props {
  readonly kind: Kind;
  readonly store: GridStore<LineDraft>;
  readonly shape: () => Shape<LineDraft>;
  readonly pricing: Pricing;
  readonly onPick: () => void;
  readonly onImport: () => void;
  readonly onWarehouse: () => void;
  /** Opens the scan field; absent while it is open. */
  readonly onScan: (() => void) | undefined;
}

/** The buttons above the lines. */
export function LineTools(props: Props) {
  const { kind, store, shape, pricing, onPick, onImport, onWarehouse, onScan } = props;
  const phone = usePhone();
  return (
    <Space wrap size={8}>
      <Button onClick={() => store.change((grid) => appended(grid, shape()))}>
        {t('editor.lines.add')}
      </Button>
      <Button onClick={onPick}>{t('editor.lines.pick')}</Button>
      {!phone && <RemoveButton store={store} shape={shape} />}
      {!phone && <Button onClick={onImport}>{t('editor.import.title')}</Button>}
      {kind.warehouse && <Button onClick={onWarehouse}>{t('editor.lines.warehouse')}</Button>}
      {takesFromStock(kind) && <LotsButton kind={kind} store={store} pricing={pricing} />}
      {!phone && <ColumnsButton />}
      {!phone && onScan !== undefined && <Button onClick={onScan}>{t('editor.lines.scan')}</Button>}
    </Space>
  );
}

const NONE: readonly string[] = [];

/** The hidden columns that the user asked for, and how to ask for others. */
export const useShownColumns = () => usePreference('lines:columns', NONE);

function ColumnsButton() {
  const [shown, setShown] = useShownColumns();
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        selectable: true,
        multiple: true,
        selectedKeys: [...shown],
        items: OPTIONAL.map((id) => ({ key: id, label: columnTitle(id) })),
        onClick: ({ key }) =>
          setShown(shown.includes(key) ? shown.filter((id) => id !== key) : [...shown, key]),
      }}
    >
      <Button>{t('act.columns')}</Button>
    </Dropdown>
  );
}

/** Gives lots to the lines that name none; there only while some line is of such goods. */
function LotsButton({ kind, store, pricing }: Pick<Props, 'kind' | 'store' | 'pricing'>) {
  const needed = useStore(store, () =>
    store.values().some(({ product }) => product?.lotManaged === true),
  );
  const give = async (): Promise<void> => {
    try {
      const takes = (line: LineDraft): boolean => issuesGoods(kind, line.role);
      const { lines, short, expired } = await giveLots(store, takes, pricing);
      const said = [
        t('editor.parts.given', { lines }),
        ...(short > 0 ? [t('editor.parts.givenShort', { short })] : []),
        ...(expired.length > 0
          ? [t('editor.parts.givenExpired', { lots: expired.join(', ') })]
          : []),
      ];
      void notices().message[said.length > 1 ? 'warning' : 'success'](said.join(' · '));
    } catch (error) {
      void notices().message.error(reasonOf(error));
    }
  };
  return needed ? <Button onClick={() => void give()}>{t('editor.parts.giveAll')}</Button> : null;
}
