import { DeleteOutlined } from '@ant-design/icons';
import { t } from '../phrase/index.ts';
import { actsTitle } from './actsTitle.tsx';
import type { EntryColumn } from './EntryTable.tsx';
import { IconButton } from './IconButton.tsx';

/** Returns the last column of entry rows: removes the row. */
export const removeColumn = <Row,>(onRemove: (row: Row) => void): EntryColumn<Row> => ({
  key: 'remove',
  title: actsTitle(),
  width: 48,
  render: (_: unknown, row: Row) => (
    <IconButton
      icon={<DeleteOutlined aria-hidden />}
      label={t('act.remove')}
      onClick={() => onRemove(row)}
    />
  ),
});
