/* OCI image layouts on disk (opencontainers/image-spec 1.0): written so that the same input gives
 * the same bytes, read with distrust.
 *
 * Layers are tar archives in ustar form, with pax headers only where a path needs one, compressed
 * with gzip: members sorted bytewise, parents before children, owner 0, no names of users, one time
 * for all. Blobs are written beside and renamed; index.json is replaced last, and only the entry
 * with the same tag is touched. */
#pragma once

#include <glib.h>
#include <jansson.h>

#define LAYOUT_MANIFEST "application/vnd.oci.image.manifest.v1+json"
#define LAYOUT_INDEX "application/vnd.oci.image.index.v1+json"
#define LAYOUT_CONFIG "application/vnd.oci.image.config.v1+json"
#define LAYOUT_LAYER "application/vnd.oci.image.layer.v1.tar+gzip"
#define LAYOUT_TAG "org.opencontainers.image.ref.name"
/* Annotation of a layer's descriptor: what it holds, so that who needs something else can leave it
 * unread. In an image that has it, layers without it are another image's. */
#define LAYOUT_HOLDS "io.xaas.layer"
#define LAYOUT_JSON_BYTES_MAX (64u * 1024u * 1024u)

typedef struct {
    char *digest; /* "sha256:..." of the blob */
    char *diff;   /* of a layer: "sha256:..." of the tar; NULL otherwise */
    guint64 size;
    char *media_type;
    char *holds; /* of a layer: the value of LAYOUT_HOLDS; NULL: it has none */
} Blob;

void blob_free(Blob *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Blob, blob_free)

typedef struct Layer Layer;

/* A layer that is being made. Members are added in any order, and written sorted. */
Layer *layer_new(void);
void layer_free(Layer *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Layer, layer_free)
/* `path` is relative, without "." and ".."; folders come by themselves. FALSE and an error when it
 * is not that, or is there already, or is a name that layers reserve. */
gboolean layer_add_bytes(Layer *self, const char *path, const char *bytes, gsize length, guint mode,
                         GError **error);
/* The file is read when the layer is written. */
gboolean layer_add_file(Layer *self, const char *path, const char *host_path, guint mode,
                        GError **error);
/* A symbolic link; where it points is not looked at. */
gboolean layer_add_link(Layer *self, const char *path, const char *target, GError **error);
/* A folder that may have nothing in it. One that is there already stays. */
gboolean layer_add_folder(Layer *self, const char *path, GError **error);
gboolean layer_has(const Layer *self, const char *path);
/* Writes the layer's blob into the layout. */
Blob *layer_write(const Layer *self, const char *layout, gint64 timestamp, GError **error);

/* Whether the folder is a layout or can become one: what people put there stays, so that it has to
 * be empty or missing. FALSE and an error. */
gboolean layout_check(const char *layout, GError **error);
/* Makes the folder a layout, unless it is one. */
gboolean layout_open(const char *layout, GError **error);
Blob *layout_write_json(const char *layout, const json_t *document, const char *media_type,
                        GError **error);
/* Points the tag at a manifest. Other tags stay. */
gboolean layout_tag(const char *layout, const char *tag, const Blob *manifest, GError **error);
/* Adds the manifest for one architecture to what the tag names: an index of several, made of what
 * was there. Another manifest for the same architecture is replaced. */
gboolean layout_tag_architecture(const char *layout, const char *tag, const Blob *manifest,
                                 const char *architecture, GError **error);

/* {"mediaType", "digest", "size"}, and what a layer holds; a new reference. */
json_t *blob_descriptor(const Blob *blob);
/* Docker's name of a kind of layer as OCI calls it; others stay. The caller frees it. */
char *layout_layer_type(const char *type);
/* OCI's name of the architecture that a triple or `uname -m` begins with. */
const char *layout_architecture(const char *machine);
/* The same as `uname -m` says it; NULL when the name (may be NULL) is none of ours. */
const char *layout_machine(const char *architecture);
/* What stands between a tag and an architecture in "TAG@arm64". */
#define LAYOUT_ARCHITECTURE_MARK '@'
/* The manifest that a tag names; where that is an index, the one for the architecture behind the
 * tag, or, without one, for this machine, or the only one; a new reference. `digest` (may be NULL)
 * receives its digest. The tag may be all of an image's name in full ("localhost/app:1.0", as some
 * programs keep it) or its end; "" is the only image that there is. */
json_t *layout_manifest(const char *layout, const char *tag, char **digest, GError **error);
/* What an image says of itself under a name: the manifest's annotation, or the label of its
 * configuration, which is what is left when a program has written the manifest anew in Docker's
 * form, which has no annotations. NULL: nothing. Borrowed. */
const char *layout_says(const json_t *manifest, const json_t *config, const char *name);
/* A blob of JSON, whose digest and size are checked. A new reference. */
json_t *layout_json(const char *layout, const json_t *descriptor, GError **error);
/* The path of a blob. NULL and an error when the descriptor is malformed. The caller frees it. */
char *layout_blob_path(const char *layout, const json_t *descriptor, GError **error);

/* Why a path may not stand in a layer, in words that follow it; NULL when it may. What would lead
 * elsewhere comes first. */
const char *layer_path_fault(const char *path);
/* The same for a member that layers of others may have: in these a name that begins with ".wh."
 * takes away what is in the layers below. It may only be the last part. */
const char *layer_member_fault(const char *path);
/* FALSE, and an error that says why of the member. */
gboolean layer_refuse_member(const char *path, const char *why, GError **error);

/* One member of a layer as it is read. */
typedef struct {
    const char *path; /* cleaned: relative, without "." and ".." */
    gboolean is_folder;
    const char *bytes; /* of a file that was wanted; NUL-terminated */
    gsize length;
    guint mode;
} Member;

/* Reads a layer: its digest is checked before anything of it is looked at, its diff_id (`diff`
 * NULL: unchecked) at the end of the one pass over its contents, the rules for its members on the
 * way. `visit` is called for each member, before the diff_id is known to be right: what it keeps
 * counts only when layer_read returns TRUE. `wants` says whose bytes are read. NULL functions are
 * not called. FALSE and an error that names the member. */
typedef struct {
    gboolean (*wants)(const char *path, gpointer data);
    gboolean (*visit)(const Member *member, gpointer data, GError **error);
    gpointer data;
    gboolean strict; /* refuse what a reproducible layer of ours never has */
} LayerReader;

gboolean layer_read(const char *layout, const json_t *descriptor, const char *diff,
                    const LayerReader *reader, GError **error);
/* Whether a layer that is not read is there with the size that the image says. */
gboolean layer_is_there(const char *layout, const json_t *descriptor, GError **error);
/* What the manifest says that its layer `index` holds; "": it is another image's; NULL: the
 * manifest says it of no layer, so that it may be anything. Borrowed. */
const char *layer_holds(const json_t *manifest, gsize index);

#define LAYOUT_ERROR layout_error_quark()
GQuark layout_error_quark(void);
typedef enum {
    LAYOUT_ERROR_WRITE,
    LAYOUT_ERROR_MALFORMED, /* the image breaks a rule */
    LAYOUT_ERROR_MISSING,
    LAYOUT_ERROR_PATH,
    LAYOUT_ERROR_VERSION, /* of another version than this program reads */
} LayoutError;
