/**
 * Owns the statements with which sources are written into the index. Plain inserts and updates of single rows only: a
 * statement that may have to undo itself (an upsert, OR REPLACE) opens a savepoint, at which FTS5 writes out all it holds.
 */
import type { Statement } from "better-sqlite3";
import { rowsAtOnce } from "./event-row.ts";
import type { IndexDatabase } from "./schema.ts";

export type IndexStatements = Readonly<
  Record<
    | "insertSource"
    | "updateSource"
    | "sourceId"
    | "saveTrouble"
    | "markDirty"
    | "dropForeignTitles"
    | "titledEvents"
    | "sourceByPath"
    | "sourceById"
    | "sessionsOfSource"
    | "sessionById"
    | "sessionByName"
    | "insertEvent"
    | "eventsInRange"
    | "eventsByKeyInRange"
    | "lastEventByKey"
    | "eventsByKey"
    | "eventRow"
    | "deleteEvents"
    | "retypeEvent"
    | "deleteSession"
    | "deleteBlocks"
    | "deleteSource"
    | "deleteTitles"
    | "saveTitle"
    | "insertSession"
    | "updateSession"
    | "awaiting"
    | "copying"
    | "sourceOfPath"
    | "duplicatesOf",
    Statement<unknown[], unknown>
  >
>;

export const prepareStatements = (database: IndexDatabase): IndexStatements => ({
  insertSource: database.prepare(`
        INSERT INTO source (path, place, wire, decoder_version, size, modified_at, changed_at, inode, device, consumed, checksum, samples, state, status, message, problems, complete)
        VALUES (@path, @place, @wire, @decoder_version, @size, @modified_at, @changed_at, @inode, @device, @consumed, @checksum, @samples, @state, @status, @message, @problems, @complete)`),
  updateSource: database.prepare(`
        UPDATE source SET place = @place, wire = @wire, decoder_version = @decoder_version, size = @size, modified_at = @modified_at, changed_at = @changed_at, inode = @inode, device = @device, consumed = @consumed, checksum = @checksum, samples = @samples, state = @state, status = @status, message = @message, problems = @problems, complete = @complete,
          trouble = NULL WHERE id = @id`),
  sourceId: database.prepare("SELECT id FROM source WHERE path = ?").pluck(),
  saveTrouble: database.prepare(`
        UPDATE source SET trouble = @trouble, decoder_version = @version, size = @size, modified_at = @modifiedAt, changed_at = @changedAt, inode = @inode, device = @device, complete = @complete
        WHERE path = @path`),
  markDirty: database.prepare("UPDATE source SET decoder_version = @version WHERE id = @id"),
  dropForeignTitles: database.prepare(`
        UPDATE session SET title = NULL WHERE own_title = 0 AND id IN (SELECT value FROM json_each(?))`),
  titledEvents: database
    .prepare(
      "SELECT event.id FROM foreign_title JOIN event ON event.key = foreign_title.key WHERE foreign_title.source = ?",
    )
    .pluck(),
  sourceByPath: database.prepare("SELECT * FROM source WHERE path = ?"),
  sourceById: database.prepare("SELECT * FROM source WHERE id = ?"),
  sessionsOfSource: database.prepare("SELECT * FROM session WHERE source = ? ORDER BY id"),
  sessionById: database.prepare("SELECT * FROM session WHERE id = ?"),
  sessionByName: database.prepare("SELECT * FROM session WHERE name = ?"),
  insertEvent: database.prepare(
    "INSERT INTO event (id, key, start, length, part, parent, type, flags, time, call, grouping, extra) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
  ),
  eventsInRange: database.prepare(`SELECT * FROM event WHERE id BETWEEN ? AND ? ORDER BY id LIMIT ${rowsAtOnce}`),
  // Within a session's rows: short keys are the same in every session of some wires.
  eventsByKeyInRange: database.prepare("SELECT id FROM event WHERE key = ? AND id BETWEEN ? AND ? ORDER BY id").pluck(),
  lastEventByKey: database.prepare("SELECT max(id) FROM event WHERE key = ? AND id BETWEEN ? AND ?").pluck(),
  eventsByKey: database.prepare("SELECT id FROM event WHERE key = ? ORDER BY id").pluck(),
  eventRow: database.prepare("SELECT * FROM event WHERE id = ?"),
  deleteEvents: database.prepare("DELETE FROM event WHERE id BETWEEN ? AND ?"),
  retypeEvent: database.prepare("UPDATE event SET type = ?, flags = ? WHERE id = ?"),
  deleteSession: database.prepare("DELETE FROM session WHERE id = ?"),
  deleteBlocks: database.prepare("DELETE FROM block WHERE session = ?"),
  deleteSource: database.prepare("DELETE FROM source WHERE id = ?"),
  deleteTitles: database.prepare("DELETE FROM foreign_title WHERE source = ?"),
  saveTitle: database.prepare("INSERT OR REPLACE INTO foreign_title (key, source, title) VALUES (?, ?, ?)"),
  insertSession: database.prepare(`
        INSERT INTO session (id, source, lane, name, wire, native_id, cwd, title, title_key, first_prompt, created_at, first_event_at, last_event_at, events, last_seq, decoded, parent_kind, parent, parent_path, facts, fold, awaits, copies, own_title)
        VALUES (@id, @source, @lane, @name, @wire, @native_id, @cwd, @title, @title_key, @first_prompt, @created_at, @first_event_at, @last_event_at, @events, @last_seq, @decoded, @parent_kind, @parent, @parent_path, @facts, @fold, @awaits, @copies, @own_title)`),
  updateSession: database.prepare(`
        UPDATE session SET cwd = @cwd, title = @title, first_prompt = @first_prompt, created_at = @created_at, first_event_at = @first_event_at, last_event_at = @last_event_at, events = @events, last_seq = @last_seq, parent_kind = @parent_kind, parent = @parent, parent_path = @parent_path, facts = @facts, fold = @fold, awaits = @awaits, copies = @copies, own_title = @own_title
        WHERE id = @id`),
  awaiting: database.prepare("SELECT DISTINCT source FROM session WHERE awaits = ? OR awaits = ?").pluck(),
  copying: database
    .prepare("SELECT DISTINCT source FROM session WHERE copies IS NOT NULL AND json_extract(copies, '$.origin') = ?")
    .pluck(),
  sourceOfPath: database
    .prepare(
      "SELECT session.name FROM session JOIN source ON source.id = session.source WHERE source.path = ? AND session.lane = ''",
    )
    .pluck(),
  duplicatesOf: database.prepare("SELECT id FROM source WHERE status = 'duplicate' AND message LIKE ?").pluck(),
});
