import { DeleteOutlined } from '@ant-design/icons';
import { t } from '../phrase/index.ts';
import type { EntryColumn } from './EntryTable.tsx';
import { IconButton } from './IconButton.tsx';

/** The last column of rows that are typed: takes its row away. */
export const removeColumn = <Row,>(onRemove: (row: Row) => void): EntryColumn<Row> => ({
  key: 'remove',
  title: '',
  width: 48,
  render: (_: unknown, row: Row) => (
    <IconButton
      icon={<DeleteOutlined aria-hidden />}
      label={t('act.remove')}
      onClick={() => onRemove(row)}
    />
  ),
});
