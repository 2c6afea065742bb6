CREATE TABLE `attachments` (
	`id` text PRIMARY KEY NOT NULL,
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
	FOREIGN KEY (`session`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `attachments_by_session` ON `attachments` (`session`,`position`);--> statement-breakpoint
CREATE TABLE `compositions` (
	`hash` text PRIMARY KEY NOT NULL,
	`body` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `continuations` (
	`session` text NOT NULL,
	`at` real NOT NULL,
	FOREIGN KEY (`session`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `continuations_by_session` ON `continuations` (`session`,`at`);--> statement-breakpoint
CREATE TABLE `events` (
	`session` text NOT NULL,
	`seq` integer NOT NULL,
	`at` real NOT NULL,
	`body` text NOT NULL,
	PRIMARY KEY(`session`, `seq`),
	FOREIGN KEY (`session`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `grants` (
	`session` text NOT NULL,
	`kind` text NOT NULL,
	PRIMARY KEY(`session`, `kind`),
	FOREIGN KEY (`session`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `last_answers` (
	`hook` text NOT NULL,
	`point` text NOT NULL,
	`at` real NOT NULL,
	`verdict` text NOT NULL,
	PRIMARY KEY(`hook`, `point`)
);
--> statement-breakpoint
CREATE TABLE `questions` (
	`id` text PRIMARY KEY NOT NULL,
	`session` text NOT NULL,
	`turn` text NOT NULL,
	`opened_at` real NOT NULL,
	`body` text NOT NULL,
	`answer` text,
	FOREIGN KEY (`session`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `questions_by_session` ON `questions` (`session`);--> statement-breakpoint
CREATE TABLE `queued_inputs` (
	`position` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`session` text NOT NULL,
	`id` text NOT NULL,
	`text` text NOT NULL,
	`origin` text NOT NULL,
	`from` text,
	FOREIGN KEY (`session`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `queued_inputs_session_id_unique` ON `queued_inputs` (`session`,`id`);--> statement-breakpoint
CREATE TABLE `rows` (
	`session` text NOT NULL,
	`id` integer NOT NULL,
	`turn` text,
	`at` real NOT NULL,
	`kind` text NOT NULL,
	`replaces` integer,
	`body` text NOT NULL,
	PRIMARY KEY(`session`, `id`),
	FOREIGN KEY (`session`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`title` text NOT NULL,
	`workspace` text NOT NULL,
	`model` text NOT NULL,
	`permission` text NOT NULL,
	`created_at` real NOT NULL,
	`parent` text,
	`agent` text NOT NULL,
	`depth` integer NOT NULL,
	`tools` text,
	`tour` integer NOT NULL,
	`rewrites` text NOT NULL,
	`stop_at_first_block` integer NOT NULL,
	`composition` text NOT NULL,
	`seq` integer DEFAULT 0 NOT NULL,
	`updated_at` real NOT NULL,
	`status` text NOT NULL,
	`turns` integer DEFAULT 0 NOT NULL,
	`passes` integer DEFAULT 0 NOT NULL,
	`asked` integer DEFAULT 0 NOT NULL,
	`blocked` integer DEFAULT 0 NOT NULL,
	`rewritten` integer DEFAULT 0 NOT NULL,
	`failed` integer DEFAULT 0 NOT NULL,
	`tokens` integer,
	`last_prompt` text,
	FOREIGN KEY (`parent`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `settings` (
	`key` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `span_details` (
	`span` text NOT NULL,
	`key` text NOT NULL,
	`session` text NOT NULL,
	`value` text NOT NULL,
	PRIMARY KEY(`span`, `key`),
	FOREIGN KEY (`session`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `spans` (
	`id` text PRIMARY KEY NOT NULL,
	`session` text NOT NULL,
	`turn` text,
	`parent` text,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`start` real NOT NULL,
	`end` real,
	`status` text NOT NULL,
	`attributes` text NOT NULL,
	FOREIGN KEY (`session`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `spans_by_turn` ON `spans` (`session`,`turn`);--> statement-breakpoint
CREATE TABLE `turns` (
	`id` text PRIMARY KEY NOT NULL,
	`session` text NOT NULL,
	`number` integer NOT NULL,
	`composition` text NOT NULL,
	`provider` text NOT NULL,
	`model` text NOT NULL,
	`started_at` real NOT NULL,
	`ended_at` real,
	`status` text NOT NULL,
	`code` text,
	`reason` text,
	FOREIGN KEY (`session`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `turns_session_number_unique` ON `turns` (`session`,`number`);--> statement-breakpoint
CREATE TABLE `verdicts` (
	`session` text NOT NULL,
	`seq` integer NOT NULL,
	`at` real NOT NULL,
	`turn` text,
	`span` text,
	`about` text,
	`point` text NOT NULL,
	`body` text NOT NULL,
	PRIMARY KEY(`session`, `seq`),
	FOREIGN KEY (`session`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `verdicts_by_turn` ON `verdicts` (`session`,`turn`);