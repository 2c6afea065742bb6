CREATE TABLE `composition_changes` (
	`session` text NOT NULL,
	`seq` integer NOT NULL,
	`kind` text NOT NULL,
	`name` text,
	`before` text NOT NULL,
	`after` text NOT NULL,
	PRIMARY KEY(`session`, `seq`),
	FOREIGN KEY (`session`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `file_changes` (
	`session` text NOT NULL,
	`turn` text NOT NULL,
	`path` text NOT NULL,
	`at` real NOT NULL,
	`before` text,
	`mode` integer,
	`after` text NOT NULL,
	PRIMARY KEY(`session`, `turn`, `path`),
	FOREIGN KEY (`session`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `hook_sets` (
	`name` text PRIMARY KEY NOT NULL,
	`description` text NOT NULL,
	`hooks` text NOT NULL,
	`saved_at` real NOT NULL
);
--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_attachments` (
	`id` text NOT NULL,
	`session` text NOT NULL,
	`position` integer NOT NULL,
	`hook` text NOT NULL,
	`name` text NOT NULL,
	`source` text NOT NULL,
	`points` text NOT NULL,
	`mode` text NOT NULL,
	`on_failure` text NOT NULL,
	`params` text NOT NULL,
	`version` text,
	`error` text,
	PRIMARY KEY(`session`, `id`),
	FOREIGN KEY (`session`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
INSERT INTO `__new_attachments`("id", "session", "position", "hook", "name", "source", "points", "mode", "on_failure", "params", "version", "error") SELECT "id", "session", "position", "hook", "name", "source", "points", "mode", "on_failure", "params", "version", "error" FROM `attachments`;--> statement-breakpoint
DROP TABLE `attachments`;--> statement-breakpoint
ALTER TABLE `__new_attachments` RENAME TO `attachments`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE INDEX `attachments_by_session` ON `attachments` (`session`,`position`);--> statement-breakpoint
ALTER TABLE `sessions` ADD `last_refusal` text;--> statement-breakpoint
ALTER TABLE `sessions` ADD `forked_from` text;--> statement-breakpoint
ALTER TABLE `sessions` ADD `pinned_at` real;--> statement-breakpoint
ALTER TABLE `sessions` ADD `archived_at` real;--> statement-breakpoint
ALTER TABLE `sessions` ADD `deleted_at` real;