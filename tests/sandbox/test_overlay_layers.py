"""What is mounted below a folder gets a layer of its own."""

from wicket.sandbox.overlay_layers import mount_points

MOUNTINFO = """\
22 1 254:0 / / rw,relatime - ext4 /dev/vda rw
30 22 0:26 / /home/me/big rw,relatime shared:3 - xfs /dev/vdb rw
31 30 0:27 / /home/me/big/with\\040blank rw - tmpfs tmpfs rw
32 22 0:28 / /home/me rw - ext4 /dev/vdc rw
33 22 0:29 / /home/other rw - ext4 /dev/vdd rw
"""


def test_mounts_below_are_found_outermost_first() -> None:
    assert mount_points(MOUNTINFO, ["/home/me", "/srv"]) == [
        ("/home/me/big", "xfs"),
        ("/home/me/big/with blank", "tmpfs"),
    ]
    assert mount_points(MOUNTINFO, ["/home/m"]) == []
